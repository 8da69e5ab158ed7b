//! Quick fixes suggested by reports: `did you mean \`scale\`?` becomes an edit.

use super::Answer;
use super::workspace::Workspace;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    TextEdit, WorkspaceEdit,
};
use std::collections::HashMap;

/// Title of a fix, and its replacement text.
type Fix = (String, String);

pub(super) fn fixes(
    workspace: &mut Workspace,
    params: CodeActionParams,
    literal: bool,
) -> Answer<Option<CodeActionResponse>> {
    if !literal {
        return Ok(None);
    }
    let uri = params.text_document.uri;
    let view = workspace.view(&uri)?;
    let text = view.document.text();
    let wanted = text.bytes(params.range);
    let mut actions = vec![];
    for report in view.analysis.session.sorted_diagnostics() {
        let place = report.span.range();
        let touches = place.start <= wanted.end && wanted.start <= place.end;
        if report.span.source != view.source || !touches {
            continue;
        }
        let Some(marked) = view.document.text.get(place.clone()) else {
            continue;
        };
        let help = report.help.as_deref().unwrap_or_default();
        for (title, new) in named(help, marked) {
            let edit = TextEdit::new(text.range(place.clone()), new);
            // The protocol has a map here.
            #[allow(clippy::mutable_key_type, reason = "the type is that of the protocol")]
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            let range = text.range(place.clone());
            let of_it = |found: &&lsp_types::Diagnostic| {
                found.range == range && found.message.starts_with(&report.message)
            };
            let told = params.context.diagnostics.iter();
            let diagnostics: Vec<_> = told.filter(of_it).cloned().collect();
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(diagnostics).filter(|all| !all.is_empty()),
                edit: Some(WorkspaceEdit::new(changes)),
                ..CodeAction::default()
            }));
        }
    }
    Ok(Some(actions))
}

/// Returns the texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the fixes that the help of a report suggests for a marked text.
fn named(help: &str, marked: &str) -> Vec<Fix> {
    let change = |new: &str| (format!("Change to `{new}`"), new.to_owned());
    let first = help.lines().next().unwrap_or_default();
    if let Some(rest) = first.strip_prefix("did you mean ") {
        let names = rest.split('?').next().unwrap_or_default();
        return quoted(names).map(change).collect();
    }
    // `write \`30deg\` for degrees, or \`30rad\` for radians`
    if first.starts_with("write `") && first.contains(" for degrees") {
        return quoted(first).map(change).collect();
    }
    if let Some(rest) = first.strip_prefix("write an expression in braces: ") {
        return quoted(rest).take(1).map(change).collect();
    }
    if let Some((_, usage)) = first.split_once("a time needs a unit: ") {
        let usage = quoted(usage).next().unwrap_or_default();
        let with_unit = usage.split_whitespace().last();
        let fitting = with_unit.filter(|new| new.starts_with(marked));
        return fitting.map(change).into_iter().collect();
    }
    if help
        .lines()
        .any(|line| line.starts_with("computed numbers are rounded"))
    {
        let new = help.lines().last().and_then(|line| quoted(line).next());
        return new.map(change).into_iter().collect();
    }
    vec![]
}

#[cfg(test)]
mod tests {
    use super::named;

    fn texts(help: &str, marked: &str) -> Vec<String> {
        named(help, marked)
            .into_iter()
            .map(|(_, new)| new)
            .collect()
    }

    #[test]
    fn a_report_names_its_fixes() {
        assert_eq!(
            texts("did you mean `scale`? usage: scale object x y z", "scal"),
            ["scale"]
        );
        assert_eq!(texts("did you mean `a` or `b`? `help x`", "x"), ["a", "b"]);
        let degrees = "write `30deg` for degrees, or `30rad` for radians";
        assert_eq!(texts(degrees, "30"), ["30deg", "30rad"]);
        let time = "a number without a unit counts frames; a time needs a unit: `go 0.5s`";
        assert_eq!(texts(time, "0.5"), ["0.5s"]);
        let near = "x is 52 mm\ncomputed numbers are rounded: write `x ~ 52mm`";
        assert_eq!(texts(near, "x == 52mm"), ["x ~ 52mm"]);
        assert!(texts("usage: move object x y z", "x").is_empty());
    }
}
