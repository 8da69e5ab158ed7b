//! `include` of MJCF: replaced by the elements of another file.

use crate::files::Unreadable;
use crate::import::context::Context;
use crate::import::xml::Element;
use std::path::{Path, PathBuf};

/// Largest depth of nested includes.
const DEEPEST: usize = 20;

/// Returns the elements of a file with its includes replaced by their elements.
///
/// # Errors
/// The file itself cannot be read; errors in others become reports.
pub(in crate::import) fn with_includes(
    file: &Path,
    ctx: &mut Context,
) -> Result<Element, Unreadable> {
    let (_, mut root) = ctx.document(file, None)?;
    if root.tag == "mujoco" {
        let mut open = vec![file.to_path_buf()];
        expand(&mut root, &mut open, ctx);
    }
    Ok(root)
}

fn expand(element: &mut Element, open: &mut Vec<PathBuf>, ctx: &mut Context) {
    let mut children = Vec::with_capacity(element.children.len());
    for mut child in std::mem::take(&mut element.children) {
        if child.tag == "include" {
            children.extend(included(&child, open, ctx));
        } else {
            expand(&mut child, open, ctx);
            children.push(child);
        }
    }
    element.children = children;
}

fn included(include: &Element, open: &mut Vec<PathBuf>, ctx: &mut Context) -> Vec<Element> {
    let Some(name) = include.get("file") else {
        ctx.error(
            "E034",
            include.span,
            "`include` needs a `file`",
            "name the file",
        );
        return vec![];
    };
    let file = ctx.folder.join(&name.value);
    if open.contains(&file) || open.len() > DEEPEST {
        let message = format!("`{}` includes itself", name.value);
        let help = "remove one of these circular includes";
        ctx.error("E036", name.span, message, help);
        return vec![];
    }
    match ctx.document(&file, Some(include.span)) {
        Ok((_, mut root)) => {
            open.push(file);
            expand(&mut root, open, ctx);
            open.pop();
            root.children
        }
        Err(why) => {
            let message = format!("cannot include `{}`: {why}", file.display());
            let help = "paths of includes are relative to the imported file";
            ctx.error("E035", name.span, message, help);
            vec![]
        }
    }
}
