//! Saves and loads attachments; bodies are identified by name.

use crate::record::SavedWorld;
use crate::record::saved_world::{SavedAttachment, SavedEnd, SavedFastening};
use crate::world::{Attachment, End, Fastening, World};
use std::sync::Arc;

/// Returns the attachments of a world for a file.
pub(crate) fn saved_attachments(world: &World) -> Vec<SavedAttachment> {
    let end = |end: &End| match *end {
        End::World(at) => Some(SavedEnd::World(at.into())),
        End::Body {
            corpus,
            body,
            point,
        } => {
            let of = world.corpora.get(corpus)?;
            Some(SavedEnd::Body {
                corpus: of.name.clone(),
                body: of.names.get(of.number_of(body)?)?.clone(),
                point_m: point.into(),
            })
        }
    };
    let all = world.attachments().iter().filter_map(|attachment| {
        Some(SavedAttachment {
            ends: [end(&attachment.ends[0])?, end(&attachment.ends[1])?],
            law: attachment.law,
            hold: match attachment.hold {
                Fastening::Holds => SavedFastening::Holds,
                Fastening::Broken { time, length } => SavedFastening::Broken {
                    time_s: time,
                    length_m: length,
                },
                Fastening::Detached => SavedFastening::Detached,
            },
        })
    });
    all.collect()
}

/// Reads the attachments of a file, whose figures are those of the world.
pub(crate) fn read_attachments(saved: &SavedWorld, world: &World) -> Arc<[Attachment]> {
    let end = |end: &SavedEnd| match end {
        SavedEnd::World(at) => Some(End::World((*at).into())),
        SavedEnd::Body {
            corpus,
            body,
            point_m,
        } => {
            let corpus = world.corpora.iter().position(|of| of.name == *corpus)?;
            let of = world.corpora.get(corpus)?;
            let number = of.names.iter().position(|name| name == body)?;
            Some(End::Body {
                corpus,
                body: *of.numbering.order.get(number)?,
                point: (*point_m).into(),
            })
        }
    };
    let all = saved.attachments.iter().filter_map(|saved| {
        Some(Attachment {
            ends: [end(&saved.ends[0])?, end(&saved.ends[1])?],
            law: saved.law,
            hold: match saved.hold {
                SavedFastening::Holds => Fastening::Holds,
                SavedFastening::Broken { time_s, length_m } => Fastening::Broken {
                    time: time_s,
                    length: length_m,
                },
                SavedFastening::Detached => Fastening::Detached,
            },
        })
    });
    all.collect()
}
