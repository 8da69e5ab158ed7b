//! The language server: answers an editor's requests about scripts, over standard input and output.
//! It uses the table of commands and checks documents as `corpus check` does.

mod analysis;
mod capabilities;
mod completion;
mod definition;
mod diagnostics;
mod documents;
mod fixes;
mod formatting;
mod hover;
mod inlay;
mod meaning;
mod position;
mod references;
mod rename;
mod requests;
mod scene;
mod server;
mod signature;
mod stream;
mod symbols;
mod tokens;
mod uri;
mod workspace;

pub use server::converse;
pub(crate) use server::serve;

use lsp_server::ErrorCode;

/// Reason why a request is refused.
#[derive(Debug)]
struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal {
            code,
            message: message.into(),
        }
    }
}

/// Result of a request.
type Answer<T> = Result<T, Refusal>;
