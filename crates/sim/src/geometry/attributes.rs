//! Numbers of attributes of XML elements, which a parser compares with one another: it would take the square of their number.

/// Most attributes of an element.
pub const MOST_ATTRIBUTES: usize = 1000;

/// Returns the place of the first element with more than the largest number of attributes.
pub fn crowded(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('<') {
        let start = at + found;
        let rest = text.get(start..)?;
        let passage = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        if let Some((begin, end)) = passage {
            at = start + begin.len() + rest.get(begin.len()..)?.find(end)? + end.len();
            continue;
        }
        let (mut quote, mut attributes) = (None, 0);
        at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match (byte, quote) {
                (b'"' | b'\'', None) => quote = Some(byte),
                (byte, Some(open)) if byte == open => {
                    quote = None;
                    attributes += 1;
                }
                (b'>', None) => break,
                _ => {}
            }
        }
        if attributes > MOST_ATTRIBUTES {
            return Some(start);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_elements_are_found() {
        let attributes = |count: usize| " a='>\"'".repeat(count);
        let of = |count| {
            format!(
                "<!-- <x{0} --><a>it's \"<b c=\"1\"/><x{1}/></a>",
                attributes(2000),
                attributes(count)
            )
        };
        assert_eq!(crowded(&of(MOST_ATTRIBUTES)), None);
        let text = of(MOST_ATTRIBUTES + 1);
        assert_eq!(crowded(&text), text.rfind("<x"));
        assert_eq!(crowded("<a b='"), None);
        assert_eq!(crowded("<!-- "), None);
    }
}
