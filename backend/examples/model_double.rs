//! The model double as a program, for trying Proffer's model path without a model:
//!
//! ```text
//! cargo run --example model_double -- --port 9090
//! PROFFER_AI_BASE_URL=http://127.0.0.1:9090/v1 PROFFER_AI_API_KEY=any PROFFER_AI_MODEL=double make run
//! ```

#[path = "../tests/api/support/model_double/mod.rs"]
#[expect(dead_code, reason = "the tests use all of its behaviours, this program three")]
mod model_double;

use std::{io::Write, time::Duration};

use clap::Parser;
use model_double::{Mode, ModelDouble};

/// A stand-in for a model behind the OpenAI chat completions protocol.
#[derive(Parser)]
struct Arguments {
    /// The port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Milliseconds to wait before each chunk of an answer, so that its growth can be watched.
    #[arg(long, default_value_t = 0)]
    pause_ms: u64,
    /// Writes drafts whose first section contains invented claims.
    #[arg(long, conflicts_with = "pause_ms")]
    boastful: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mode = match arguments.pause_ms {
        _ if arguments.boastful => Mode::Boastful,
        0 => Mode::Normal,
        pause => Mode::Slow(Duration::from_millis(pause)),
    };
    let double = ModelDouble::on_port(arguments.port, mode).await?;
    let address = double.base_url();
    let mut out = std::io::stdout();
    writeln!(out, "listening on {}", address.trim_end_matches("/v1"))?;
    out.flush()?;
    tokio::signal::ctrl_c().await?;
    Ok(())
}
