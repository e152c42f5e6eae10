//! The command line.

use std::process::ExitCode;

use clap::Parser;
use proffer::commands::Command;

/// Requests make many small allocations; the system's allocator costs a sixth of the throughput (`make
/// bench`, P1).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// From a meeting recap to a signed proposal.
#[derive(Debug, Parser)]
#[command(name = "proffer", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match proffer::commands::run(arguments.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("proffer: {error:#}");
            ExitCode::FAILURE
        }
    }
}
