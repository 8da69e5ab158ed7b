//! Drawings as SVG 1.1. Texts remain texts, which can be searched and edited.

use super::style::POINT;
use super::ticks::decimals;
use super::{Anchor, Colour, Drawing, Mark, Stroke};
use std::fmt::Write as _;

/// Fonts to use where the embedded font is not available: all with letters of the same widths.
const FAMILY: &str = "Arimo, Arial, Helvetica, 'Liberation Sans', sans-serif";

/// Returns a drawing as the text of an SVG file.
pub(super) fn svg(drawing: &Drawing) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" \
         height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\" fill=\"none\" \
         stroke-linejoin=\"round\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(&drawing.title)
    );
    for mark in &drawing.marks {
        put(mark, &mut out);
    }
    out + "</svg>\n"
}

fn put(mark: &Mark, out: &mut String) {
    // Writing to a text cannot fail.
    let _ = match mark {
        Mark::Line { points, stroke } => writeln!(
            out,
            "<polyline points=\"{}\" {}/>",
            listed(points),
            stroked(stroke)
        ),
        Mark::Area {
            points,
            fill,
            opacity,
            outline,
        } => {
            let opacity = match opacity {
                1.0 => String::new(),
                part => format!(" fill-opacity=\"{}\"", number(*part)),
            };
            let outline = outline
                .as_ref()
                .map_or(String::new(), |stroke| format!(" {}", stroked(stroke)));
            writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{}\"{opacity}{outline}/>",
                listed(points),
                hex(*fill)
            )
        }
        Mark::Dot { at, radius, fill } => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
            number(at[0]),
            number(at[1]),
            number(*radius),
            hex(*fill)
        ),
        Mark::Text {
            at,
            text,
            size,
            anchor,
            turned,
            colour,
        } => {
            let [x, y] = at.map(number);
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let turn = match turned {
                true => format!(" transform=\"rotate(-90 {x} {y})\""),
                false => String::new(),
            };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{anchor}{turn} fill=\"{}\">{}</text>",
                number(size * POINT),
                hex(*colour),
                escaped(text)
            )
        }
    };
}

fn stroked(stroke: &Stroke) -> String {
    let mut text = format!(
        "stroke=\"{}\" stroke-width=\"{}\"",
        hex(stroke.colour),
        number(stroke.width)
    );
    if !stroke.dash.is_empty() {
        let dashes: Vec<String> = stroke.dash.iter().map(|d| number(*d)).collect();
        let _ = write!(text, " stroke-dasharray=\"{}\"", dashes.join(" "));
    }
    text
}

fn listed(points: &[[f64; 2]]) -> String {
    let mut text = String::with_capacity(points.len() * 14);
    for (i, [x, y]) in points.iter().enumerate() {
        let blank = if i == 0 { "" } else { " " };
        let _ = write!(text, "{blank}{},{}", number(*x), number(*y));
    }
    text
}

/// Formats millimetres.
fn number(x: f64) -> String {
    decimals(x, 3)
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A text for XML 1.0, which has no place for control characters, and for HTML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        let mut drawing = Drawing::new(10.0, 5.0, "a<b> & \"c\"\u{1}");
        drawing.text([1.0, 2.5], Anchor::Middle, (8.0, [0, 0, 0]), "</text>");
        let text = svg(&drawing);
        assert!(text.contains("<title>a&lt;b&gt; &amp; &quot;c&quot;\u{fffd}</title>"));
        assert!(text.contains(">&lt;/text&gt;</text>"));
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (1.0, "1"),
            (0.25, "0.25"),
            (-0.0001, "0"),
            (120.0, "120"),
            (-3.10, "-3.1"),
        ] {
            assert_eq!(number(x), text);
        }
    }
}
