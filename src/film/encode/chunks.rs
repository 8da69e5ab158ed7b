//! Chunks of PNG files, and a note in one of them (PNG specification, third edition, sections 5.3 and 11.3.3).

use super::invalid;
use std::io::{self, Write};

/// Signature at the start of a PNG file.
pub const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];

/// Keyword of a frame's note.
const KEYWORD: &[u8] = b"corpus frame\0";

/// Writes a chunk: its length, kind, content and checksum.
pub fn write_chunk(out: &mut impl Write, kind: [u8; 4], content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(|_| invalid("a frame is too large"))?;
    out.write_all(&length.to_be_bytes())?;
    out.write_all(&kind)?;
    out.write_all(content)?;
    let mut sum = crc32fast::Hasher::new();
    sum.update(&kind);
    sum.update(content);
    out.write_all(&sum.finalize().to_be_bytes())
}

/// Returns the kind and content of each chunk of a PNG file, up to a truncated one.
pub fn chunks(png: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = png.strip_prefix(&SIGNATURE).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_be_bytes(*length) as usize;
        let content = after.get(..length)?;
        rest = after.get(length + 4..)?;
        Some((*kind, content))
    })
}

/// Returns a PNG file with a note after its header.
#[must_use]
pub fn with_note(png: &[u8], note: &str) -> Vec<u8> {
    let mut noted = Vec::with_capacity(png.len() + note.len() + 32);
    noted.extend_from_slice(&SIGNATURE);
    for (kind, content) in chunks(png) {
        // Writing to memory does not fail, and a chunk that was read has a valid length.
        let _ = write_chunk(&mut noted, kind, content);
        if kind == *b"IHDR" {
            let _ = write_chunk(&mut noted, *b"tEXt", &[KEYWORD, note.as_bytes()].concat());
        }
    }
    noted
}

/// Returns the note in a whole PNG file; none if it has none or is truncated.
#[must_use]
pub fn note_of(png: &[u8]) -> Option<&str> {
    let mut note = None;
    let mut last = None;
    for (kind, content) in chunks(png) {
        if kind == *b"tEXt" && note.is_none() {
            note = content.strip_prefix(KEYWORD);
        }
        last = Some(kind);
    }
    std::str::from_utf8(note.filter(|_| last == Some(*b"IEND"))?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Image;

    #[test]
    fn a_note_is_read_back_and_the_picture_stays() {
        let image = Image {
            width: 3,
            height: 2,
            rgb: (0..18).collect(),
        };
        let mut plain = vec![];
        image.encode_png(&mut plain).unwrap();
        assert_eq!(note_of(&plain), None);
        let noted = with_note(&plain, "0123abc");
        assert_eq!(note_of(&noted), Some("0123abc"));
        let mut reader = png::Decoder::new(io::Cursor::new(&noted))
            .read_info()
            .unwrap();
        let mut rgb = vec![0; 18];
        reader.next_frame(&mut rgb).unwrap();
        assert_eq!(rgb, image.rgb);
        // A truncated file, or no file, has no note.
        for end in 0..noted.len() {
            assert_eq!(note_of(&noted[..end]), None, "{end}");
        }
        assert_eq!(note_of(b"walk"), None);
    }
}
