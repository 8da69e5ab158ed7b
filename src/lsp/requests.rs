//! Dispatches requests to their handlers.

use super::capabilities::Client;
use super::workspace::Workspace;
use super::{
    Answer, Refusal, completion, definition, fixes, formatting, hover, inlay, references, rename,
    signature, symbols, tokens,
};
use lsp_server::{ErrorCode, Request, Response, ResponseError};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, Formatting,
    GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename,
    Request as Kind, ResolveCompletionItem, SemanticTokensFullRequest, SignatureHelpRequest,
};
use serde_json::Value;

/// Answers the request of a method: for each kind of request, its handler.
macro_rules! routes {
    ($method:expr, $params:expr; $($kind:ident => $handler:expr,)*) => {
        match $method {
            $($kind::METHOD => answer::<$kind>($params, $handler),)*
            method => {
                let message = format!("unknown method `{method}`");
                Err(Refusal::new(ErrorCode::MethodNotFound, message))
            }
        }
    };
}

/// Returns the answer to a request about texts.
pub(super) fn respond(request: Request, workspace: &mut Workspace, client: Client) -> Response {
    let Request { id, method, params } = request;
    let (names_only, literal) = (client.has_grammar, client.literal_fixes);
    let offsets = client.label_offsets;
    let result = routes! { method.as_str(), params;
        HoverRequest => |p| hover::hover(workspace, p),
        Completion => |p| completion::completion(workspace, p),
        ResolveCompletionItem => completion::resolve,
        SignatureHelpRequest => |p| signature::signature_help(workspace, p, offsets),
        GotoDefinition => |p| definition::definition(workspace, p),
        References => |p| references::references(workspace, p),
        CodeActionRequest => |p| fixes::fixes(workspace, p, literal),
        InlayHintRequest => |p| inlay::hints(workspace, p),
        DocumentHighlightRequest => |p| references::highlights(workspace, p),
        PrepareRenameRequest => |p| rename::prepare(workspace, p),
        Rename => |p| rename::rename(workspace, p),
        DocumentSymbolRequest => |p| symbols::symbols(workspace, p),
        Formatting => |p| formatting::formatting(workspace, p),
        SemanticTokensFullRequest => |p| tokens::tokens(workspace, p, names_only),
    };
    response(id, result)
}

/// Converts a result or a refusal to the response that is sent.
pub(super) fn response(id: lsp_server::RequestId, result: Answer<Value>) -> Response {
    Response {
        id,
        response_result: result.map_err(|refusal| ResponseError {
            code: refusal.code as i32,
            message: refusal.message,
            data: None,
        }),
    }
}

/// Answers a request of a kind.
pub(super) fn answer<R: Kind>(
    params: Value,
    handler: impl FnOnce(R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let malformed = |e: serde_json::Error| Refusal::new(ErrorCode::InvalidParams, e.to_string());
    let params = serde_json::from_value(params).map_err(malformed)?;
    let unsent = |e: serde_json::Error| Refusal::new(ErrorCode::InternalError, e.to_string());
    serde_json::to_value(handler(params)?).map_err(unsent)
}
