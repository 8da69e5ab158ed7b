//! Compiles the parser, which `tree-sitter generate` made, and the scanner.

use std::path::Path;

fn main() {
    let sources = Path::new("src");
    let mut parser = cc::Build::new();
    parser.std("c11").include(sources);
    for file in ["parser.c", "scanner.c"] {
        parser.file(sources.join(file));
    }
    println!("cargo:rerun-if-changed=src");
    parser.compile("tree-sitter-corpus");
}
