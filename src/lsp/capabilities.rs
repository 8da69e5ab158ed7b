//! Capabilities of the server, and those of the editor.

use super::tokens;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    HoverProviderCapability, InitializeParams, InitializeResult, OneOf, PositionEncodingKind,
    Registration, RegistrationParams, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};

/// Capabilities of the editor.
#[derive(Clone, Copy, Default)]
pub(super) struct Client {
    /// Whether it shows related places of a finding.
    pub relates: bool,
    /// Whether the editor has a grammar and needs colours only for names: its `initializationOptions` contain `"grammar": true`.
    pub has_grammar: bool,
    /// Whether it accepts offsets of parameters in the label of a signature, and not only their texts.
    pub label_offsets: bool,
    /// Whether it accepts fixes with their edits, and not only commands.
    pub literal_fixes: bool,
    /// Whether the editor can report files that change outside of it.
    pub watches: bool,
}

impl Client {
    pub fn of(params: &InitializeParams) -> Self {
        let told = &params.capabilities;
        let options = params.initialization_options.as_ref();
        let text = told.text_document.as_ref();
        let diagnostics = text.and_then(|text| text.publish_diagnostics.as_ref());
        let workspace = told.workspace.as_ref();
        let files = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let signature = text.and_then(|text| text.signature_help.as_ref());
        let signature = signature.and_then(|help| help.signature_information.as_ref());
        let parameters = signature.and_then(|told| told.parameter_information.as_ref());
        let actions = text.and_then(|text| text.code_action.as_ref());
        Client {
            label_offsets: parameters.and_then(|told| told.label_offset_support) == Some(true),
            literal_fixes: actions.is_some_and(|told| told.code_action_literal_support.is_some()),
            relates: diagnostics.and_then(|d| d.related_information) == Some(true),
            has_grammar: options.and_then(|o| o.get("grammar")?.as_bool()) == Some(true),
            watches: files.and_then(|files| files.dynamic_registration) == Some(true),
        }
    }
}

/// Returns the answer to `initialize`.
pub(super) fn offered() -> InitializeResult {
    let triggers = |characters: &[&str]| Some(characters.iter().map(|c| (*c).to_owned()).collect());
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let tokens = SemanticTokensOptions {
        legend: tokens::legend(),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    let capabilities = ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: triggers(&[" ", "/", "\"", "{", "."]),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: triggers(&[" ", "(", ","]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            tokens,
        )),
        ..ServerCapabilities::default()
    };
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: "corpus".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the request that the editor report changes of files that a script may read.
pub(super) fn watched_files() -> Option<RegistrationParams> {
    let watcher = FileSystemWatcher {
        glob_pattern: GlobPattern::String("**/*.{corpus,obj,stl}".to_owned()),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![watcher],
    };
    let registration = Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(serde_json::to_value(options).ok()?),
    };
    Some(RegistrationParams {
        registrations: vec![registration],
    })
}
