//! Dispatches requests to their handlers.

use super::capabilities::Client;
use super::workspace::Workspace;
use super::{
    Answer, Refusal, completion, definition, fixes, folding, formatting, hover, inlay, references,
    rename, signature, symbols, tokens,
};
use lsp_server::{ErrorCode, Request, Response, ResponseError};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, References, Rename, Request as Kind, ResolveCompletionItem,
    SemanticTokensFullRequest, SignatureHelpRequest,
};
use serde_json::Value;

/// Returns the answer to a request about texts.
pub(super) fn respond(request: Request, workspace: &mut Workspace, client: Client) -> Response {
    let Request { id, method, params } = request;
    let result = match method.as_str() {
        HoverRequest::METHOD => answer::<HoverRequest>(params, |p| hover::hover(workspace, p)),
        Completion::METHOD => {
            answer::<Completion>(params, |p| completion::completion(workspace, p))
        }
        ResolveCompletionItem::METHOD => {
            answer::<ResolveCompletionItem>(params, completion::resolve)
        }
        SignatureHelpRequest::METHOD => {
            let offsets = client.label_offsets;
            answer::<SignatureHelpRequest>(params, |p| {
                signature::signature_help(workspace, p, offsets)
            })
        }
        GotoDefinition::METHOD => {
            answer::<GotoDefinition>(params, |p| definition::definition(workspace, p))
        }
        References::METHOD => {
            answer::<References>(params, |p| references::references(workspace, p))
        }
        CodeActionRequest::METHOD => answer::<CodeActionRequest>(params, |p| {
            fixes::fixes(workspace, p, client.literal_fixes)
        }),
        InlayHintRequest::METHOD => {
            answer::<InlayHintRequest>(params, |p| inlay::hints(workspace, p))
        }
        DocumentHighlightRequest::METHOD => {
            answer::<DocumentHighlightRequest>(params, |p| references::highlights(workspace, p))
        }
        PrepareRenameRequest::METHOD => {
            answer::<PrepareRenameRequest>(params, |p| rename::prepare(workspace, p))
        }
        Rename::METHOD => answer::<Rename>(params, |p| rename::rename(workspace, p)),
        DocumentSymbolRequest::METHOD => {
            answer::<DocumentSymbolRequest>(params, |p| symbols::symbols(workspace, p))
        }
        Formatting::METHOD => {
            answer::<Formatting>(params, |p| formatting::formatting(workspace, p))
        }
        FoldingRangeRequest::METHOD => {
            answer::<FoldingRangeRequest>(params, |p| folding::folding(workspace, p))
        }
        SemanticTokensFullRequest::METHOD => {
            let tokens = |p| tokens::tokens(workspace, p, client.has_grammar);
            answer::<SemanticTokensFullRequest>(params, tokens)
        }
        _ => {
            let message = format!("unknown method `{method}`");
            Err(Refusal::new(ErrorCode::MethodNotFound, message))
        }
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

fn answer<R: Kind>(
    params: Value,
    handler: impl FnOnce(R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let malformed = |e: serde_json::Error| Refusal::new(ErrorCode::InvalidParams, e.to_string());
    let params = serde_json::from_value(params).map_err(malformed)?;
    let unsent = |e: serde_json::Error| Refusal::new(ErrorCode::InternalError, e.to_string());
    serde_json::to_value(handler(params)?).map_err(unsent)
}
