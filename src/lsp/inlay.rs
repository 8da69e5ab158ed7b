//! Inlay hints: SI values after numbers with other units; `45deg` is 0.785398 rad.

use super::Answer;
use super::workspace::Workspace;
use crate::commands::TABLE;
use crate::lang::lexer::{Token, lex};
use crate::lang::units::parse_unit;
use crate::lang::value::{Datum, show};
use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams};

pub(super) fn hints(
    workspace: &mut Workspace,
    params: InlayHintParams,
) -> Answer<Option<Vec<InlayHint>>> {
    let view = workspace.view(&params.text_document.uri)?;
    let text = view.document.text();
    let wanted = text.bytes(params.range);
    let mut hints = vec![];
    for (token, span) in lex(0, &view.document.text, &TABLE) {
        let place = span.range();
        if place.end < wanted.start || place.start > wanted.end {
            continue;
        }
        let Token::Measure(measure) = token else {
            continue;
        };
        let written = view.document.text.get(place.clone()).unwrap_or_default();
        let symbol = written.get(measure.unit_at as usize..).unwrap_or_default();
        let Some(label) = in_si(measure.value, symbol) else {
            continue;
        };
        hints.push(InlayHint {
            position: text.position(place.end),
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    Ok(Some(hints))
}

/// Returns the value in SI units, if it is written in other units.
fn in_si(value: f64, symbol: &str) -> Option<String> {
    let unit = parse_unit(symbol).ok()?;
    let si = unit.to_si(value);
    (si.is_finite() && symbol != "%" && unit.to_si(1.0) != 1.0)
        .then(|| format!("= {}", show(&Datum::number(si, unit.dimension))))
}

#[cfg(test)]
mod tests {
    use super::in_si;

    #[test]
    fn other_units_show_their_value_in_si() {
        assert_eq!(in_si(45.0, "deg").as_deref(), Some("= 0.785398 rad"));
        assert_eq!(in_si(1.0, "g/cm3").as_deref(), Some("= 1000 kg/m3"));
        assert_eq!(in_si(0.5, "s"), None);
        assert_eq!(in_si(0.2, "N*s/m"), None);
        assert_eq!(in_si(1.0, "wat"), None);
    }
}
