//! The `corpus` program.

fn main() -> std::process::ExitCode {
    corpus::cli::main()
}
