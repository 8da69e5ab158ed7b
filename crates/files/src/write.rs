//! Atomic writing: a file is complete or unchanged.

use super::identity::{MOST_LINKS, file_number, names, resolved};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The longest file name of common file systems (bytes).
const LONGEST_NAME: usize = 255;

/// Escapes the characters in JSON that a shell expands between quotation marks: the texts of a script are in its files.
#[must_use]
pub fn inert_json(json: &str) -> String {
    // Outside of texts, JSON has neither.
    json.replace('$', "\\u0024").replace('`', "\\u0060")
}

/// Writes a file: its old content stays until the new one is complete on the disk.
///
/// # Errors
/// Errors of the system; the old content is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(path)?;
    file.write_all(bytes)?;
    file.put_in_place()
}

/// A file being written: a temporary file beside its target until [`NewFile::put_in_place`]; later data go to the target
/// itself. If it is dropped before, the target is unchanged and the temporary file is removed.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// The temporary file; none after the rename, and none for a device.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl NewFile {
    /// Creates the temporary file. Follows a link, so that it remains a link. Opens a device or a pipe directly.
    ///
    /// # Errors
    /// The target is a folder or read-only, its folder is missing or read-only, or another process is writing it.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let there = match fs::metadata(path) {
            Ok(meta) => Some(meta),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(why),
        };
        if let Some(meta) = &there {
            if meta.is_dir() {
                return Err(io::Error::other("it is a folder"));
            }
            // `/dev/stdout` may refer to a file, which then has another writer.
            if !meta.is_file() || is_of_process(path) {
                let file = OpenOptions::new().append(true).open(path)?;
                return Ok(NewFile {
                    file,
                    temporary: None,
                    target: path.to_path_buf(),
                });
            }
            if meta.permissions().readonly() {
                return Err(io::Error::other("it is read-only"));
            }
        }
        let target = resolved(path);
        let temporary = beside(&target)?;
        let file = locked(&temporary)?;
        let new = NewFile {
            file,
            temporary: Some(temporary),
            target,
        };
        new.file.set_len(0)?;
        if let Some(meta) = there {
            new.file.set_permissions(meta.permissions())?;
        }
        Ok(new)
    }

    /// Whether the target is a device or a pipe, which has no old content.
    #[must_use]
    pub fn keeps_nothing(&self) -> bool {
        self.temporary.is_none()
    }

    /// Returns the path of the target.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the path of the temporary file, for an external program that writes it.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.temporary.as_deref().unwrap_or(&self.target)
    }

    /// Renames the temporary file to the target. Later calls only write further rows to the disk.
    ///
    /// # Errors
    /// Errors of the system; the target is then unchanged.
    pub fn put_in_place(&mut self) -> io::Result<()> {
        match self.file.sync_all() {
            // Pipes and some devices have nothing to synchronise.
            Err(why) if self.temporary.is_some() => return Err(why),
            _ => {}
        }
        let Some(temporary) = &self.temporary else {
            return Ok(());
        };
        fs::rename(temporary, &self.target)?;
        self.temporary = None;
        // The new name is also synchronised; where folders cannot be opened, the system does it.
        if let Some(folder) = self.target.parent().and_then(|f| File::open(f).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Keeps the temporary file, for a target that cannot be replaced any more, and returns its path; none if it was removed.
    pub fn keep(&mut self) -> Option<PathBuf> {
        self.temporary.take().filter(|path| path.is_file())
    }

    /// Truncates the file to `length` bytes, to remove incomplete data.
    pub fn cut(&mut self, length: u64) {
        // If that also fails, the report of the failed write suffices.
        if self.file.set_len(length).is_ok() {
            let _ = self.file.seek(SeekFrom::End(0));
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Whether a path refers to an open file of a process, through `/proc`.
#[must_use]
pub fn is_of_process(path: &Path) -> bool {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        let (Some(folder), Some(name)) = (folder, path.file_name()) else {
            return path.starts_with("/proc");
        };
        if folder.starts_with("/proc") {
            return true;
        }
        match fs::read_link(folder.join(name)) {
            Ok(target) => path = folder.join(target),
            Err(_) => return false,
        }
    }
    false
}

/// Returns the temporary file of a target, in the same folder: `.walk.json.part`.
///
/// # Errors
/// The target has no file name.
pub fn beside(target: &Path) -> io::Result<PathBuf> {
    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name");
    let name = target.file_name().ok_or_else(invalid)?;
    let mut short = OsString::from(".");
    short.push(name);
    short.push(".part");
    if short.len() > LONGEST_NAME {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        short = format!(".{:016x}.part", hasher.finish()).into();
    }
    Ok(target.with_file_name(short))
}

/// Opens a temporary file that no other process has open, or that a killed process has left.
fn locked(path: &Path) -> io::Result<File> {
    // Another process may rename or remove its file between opening and locking.
    for _ in 0..100 {
        // A link or pipe of that name is not a temporary file: opening it would affect another file, or wait.
        if fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file() || names(&meta) > 1) {
            let shown = path.display();
            return Err(io::Error::other(format!(
                "{shown} is a link or not a regular file; remove it"
            )));
        }
        let mut options = OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another process is writing it"));
            }
            // Some network file systems have no locks.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
        let ours = file_number(&file.metadata()?);
        let there = fs::symlink_metadata(path)
            .ok()
            .map(|meta| file_number(&meta));
        if there == Some(ours) {
            return Ok(file);
        }
    }
    Err(io::Error::other("other processes are writing it"))
}

/// Name of the lock file of a folder.
pub const LOCK: &str = ".corpus.lock";

/// A folder in which only this process writes, until this is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
    path: PathBuf,
}

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Another process has locked it, or it cannot be written to.
    pub fn take(folder: &Path) -> io::Result<Self> {
        let path = folder.join(LOCK);
        match locked(&path) {
            Ok(file) => Ok(FolderLock { _file: file, path }),
            Err(why) if why.kind() == io::ErrorKind::Other => {
                Err(io::Error::other("another process is writing there"))
            }
            Err(why) => Err(why),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_content_stays_until_the_new_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write(&path, b"old").unwrap();
        let mut new = NewFile::begin(&path).unwrap();
        new.write_all(b"ne").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(new);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.json"]);
        let mut new = NewFile::begin(&path).unwrap();
        new.write_all(b"new").unwrap();
        new.put_in_place().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        new.write_all(b"er").unwrap();
        drop(new);
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[test]
    fn what_a_killed_process_has_left_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(
            folder.path().join(".a.json.part"),
            "longer than the new one",
        )
        .unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[test]
    fn a_file_whose_folder_was_removed_was_said_to_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("in");
        fs::create_dir(&inner).unwrap();
        let mut kept = NewFile::begin(&inner.join("a.csv")).unwrap();
        assert_eq!(kept.keep(), Some(inner.join(".a.csv.part")));
        let mut gone = NewFile::begin(&inner.join("b.csv")).unwrap();
        fs::remove_dir_all(&inner).unwrap();
        assert!(gone.put_in_place().is_err());
        assert_eq!(gone.keep(), None);
    }

    #[test]
    fn a_file_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let first = NewFile::begin(&path).unwrap();
        let why = NewFile::begin(&path).unwrap_err();
        assert_eq!(why.to_string(), "another process is writing it");
        drop(first);
        assert!(NewFile::begin(&path).is_ok());
        let lock = FolderLock::take(folder.path()).unwrap();
        assert!(FolderLock::take(folder.path()).is_err());
        drop(lock);
        assert!(FolderLock::take(folder.path()).is_ok());
    }

    #[test]
    fn folders_and_read_only_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"").is_err());
        assert!(write(&folder.path().join("no/such/folder"), b"").is_err());
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let mut only = fs::metadata(&path).unwrap().permissions();
        only.set_readonly(true);
        fs::set_permissions(&path, only).unwrap();
        assert!(write(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn names_may_be_as_long_as_the_file_system_takes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a".repeat(LONGEST_NAME));
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_tell_their_errors() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("l");
        symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        if Path::new("/dev/full").exists() {
            assert!(write(Path::new("/dev/full"), b"new").is_err());
        }
        assert!(write(Path::new("/dev/null"), b"new").is_ok());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_on_a_disk_of_memory_was_added_to_as_if_it_were_a_device() {
        for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            assert!(is_of_process(Path::new(path)), "{path}");
        }
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("out");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        assert!(is_of_process(&link));
        let memory = Path::new("/dev/shm");
        if !memory.is_dir() {
            return;
        }
        let folder = tempfile::tempdir_in(memory).unwrap();
        let path = folder.path().join("a.json");
        for text in ["old", "new"] {
            write(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
