//! The live page: a small server on the loopback address that shows the session in a browser.
//!
//! Each page has a thread, which sends it what the session publishes and passes its orders on; a page that stalls is dropped, and never slows the
//! session. A link has a secret, and pages of other origins are refused.

mod head;
mod page;
mod socket;
mod wire;

use super::channels::Remote;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Most pages, and requests, at once.
const MOST: usize = 16;

/// Time in which a request must arrive.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server of live pages.
#[derive(Debug)]
pub struct Server {
    /// The link to open, with its secret.
    pub link: String,
}

/// What all pages share.
struct Site {
    remote: Remote,
    secret: String,
    port: u16,
    /// The script, which a page may read and save.
    script: Option<PathBuf>,
    /// Number of requests and pages now.
    open: AtomicUsize,
}

impl Server {
    /// Starts to serve on a port of the loopback address, or on any free one for 0.
    ///
    /// # Errors
    /// The port cannot be used.
    pub fn start(remote: Remote, port: u16, script: Option<PathBuf>) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let secret = secret();
        let site = Arc::new(Site {
            remote,
            secret,
            port,
            script,
            open: AtomicUsize::new(0),
        });
        let link = format!("http://127.0.0.1:{port}/{}/", site.secret);
        std::thread::Builder::new()
            .name("pages".to_owned())
            .spawn(move || site.listen(&listener))?;
        Ok(Server { link })
    }
}

/// Returns a number that nobody can guess, in hexadecimal.
fn secret() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // The keys of the standard library's hashes come from the system's random numbers.
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}

impl Site {
    fn listen(self: Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.remote.screen.is_closed() {
                return;
            }
            let Ok(stream) = stream else { continue };
            if self.open.fetch_add(1, Ordering::SeqCst) >= MOST {
                self.open.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let site = Arc::clone(&self);
            let served = std::thread::Builder::new()
                .name("page".to_owned())
                .spawn(move || {
                    let _ = site.serve(stream);
                    site.open.fetch_sub(1, Ordering::SeqCst);
                });
            if served.is_err() {
                self.open.fetch_sub(1, Ordering::SeqCst);
            }
        }
    }

    /// Answers one request.
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let head = match head::peek(&stream, PATIENCE)? {
            Ok(head) => head,
            Err(why) => return head::refuse(&mut stream, 400, why),
        };
        if !self.is_own(head.host.as_deref()) {
            return head::refuse(
                &mut stream,
                403,
                "this server answers 127.0.0.1 and localhost only",
            );
        }
        let start = format!("/{}/", self.secret);
        let Some(rest) = head.path.strip_prefix(&start) else {
            let why = "this link has not the secret of the running session: open the one that `corpus view --browser` has printed last";
            return head::refuse(&mut stream, 403, why);
        };
        match (rest, head.upgrades) {
            ("live", true) => {
                let origin = head
                    .origin
                    .as_deref()
                    .and_then(|of| of.strip_prefix("http://"));
                if !self.is_own(origin) {
                    return head::refuse(
                        &mut stream,
                        403,
                        "a page of another origin may not use this session",
                    );
                }
                socket::talk(self, stream)
            }
            ("", false) => head::answer(&mut stream, &page::page()),
            _ => head::refuse(&mut stream, 404, "there is nothing here"),
        }
    }

    /// Returns the name of the script, as reports have it.
    fn script_name(&self) -> String {
        let path = self.script.as_deref();
        path.map_or(String::new(), |path| path.display().to_string())
    }

    /// Whether a host with its port is this server.
    fn is_own(&self, host: Option<&str>) -> bool {
        let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        host.is_some_and(|host| own.iter().any(|own| own == host))
    }
}
