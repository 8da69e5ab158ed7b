//! Folding ranges: blocks, lists, rows of numbers, comments of several lines.

use super::Answer;
use super::documents::Document;
use super::workspace::Workspace;
use crate::lang::syntax::Statement;
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

pub(super) fn folding(
    workspace: &mut Workspace,
    params: FoldingRangeParams,
) -> Answer<Option<Vec<FoldingRange>>> {
    let document = workspace.document(&params.text_document.uri)?;
    let mut folds = vec![];
    for statement in &document.parsed().statements {
        statement_folds(statement, document, &mut folds);
    }
    comment_folds(document, &mut folds);
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    Ok(Some(folds))
}

fn statement_folds(statement: &Statement, document: &Document, folds: &mut Vec<FoldingRange>) {
    let line = |offset: u32| document.text().position(offset as usize).line;
    if statement.block.is_none() {
        let (start, end) = (line(statement.head.start), line(statement.span.end));
        folds.extend(fold(start, end, None));
    }
    let branches = statement.branches.iter();
    let branches = branches.map(|branch| (branch.head, &branch.block));
    let own = statement.block.iter().map(|block| (statement.head, block));
    let blocks: Vec<_> = own.chain(branches).collect();
    for (i, (head, block)) in blocks.iter().enumerate() {
        // Each ends above the head of the next; an open one where the text ends.
        let end = match blocks.get(i + 1) {
            Some((next, _)) => line(next.start).saturating_sub(1),
            None if block.end.start < block.end.end => line(block.end.start).saturating_sub(1),
            None => line(block.end.start),
        };
        folds.extend(fold(line(head.start), end, None));
        for inner in &block.statements {
            statement_folds(inner, document, folds);
        }
    }
}

/// Folds consecutive lines that contain only comments.
fn comment_folds(document: &Document, folds: &mut Vec<FoldingRange>) {
    let text = document.text();
    let mut first = None;
    for number in 0..=text.starts.len() {
        let is_comment =
            number < text.starts.len() && text.line(number).trim_start().starts_with('#');
        match (first, is_comment) {
            (None, true) => first = Some(number),
            (Some(start), false) => {
                let end = number.saturating_sub(1) as u32;
                folds.extend(fold(start as u32, end, Some(FoldingRangeKind::Comment)));
                first = None;
            }
            _ => {}
        }
    }
}

fn fold(start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    (start_line < end_line).then(|| FoldingRange {
        start_line,
        end_line,
        kind,
        ..FoldingRange::default()
    })
}
