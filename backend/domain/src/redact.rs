//! Redacted `Debug` output for types that hold secrets or personal data, so that these never reach the log.

/// Implements `Debug` for types as the name of the type and asterisks.
#[macro_export]
macro_rules! redact {
    ($($of:ident),+ $(,)?) => {$(
        impl std::fmt::Debug for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($of), "(***)"))
            }
        }
    )+};
}
