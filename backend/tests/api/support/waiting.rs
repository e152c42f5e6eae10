//! Waiting for a condition, with a time limit.

use std::time::Duration;

/// Calls `ask` repeatedly until it returns a value; fails after `patience`, naming the condition.
pub async fn until<T>(what: &str, patience: Duration, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let asking = async {
        let mut pause = tokio::time::interval(Duration::from_millis(25));
        loop {
            pause.tick().await;
            if let Some(found) = ask().await {
                return found;
            }
        }
    };
    let found = tokio::time::timeout(patience, asking).await;
    found.unwrap_or_else(|_elapsed| panic!("never came true within {patience:?}: {what}"))
}
