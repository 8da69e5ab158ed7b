//! The prompt on a pseudo-terminal.
#![cfg(unix)]
