//! Redacted `Debug` output, the name of the type and asterisks, for types that hold secrets or personal data and so never reach the log.

macro_rules! redact {
    ($($of:ident),+ $(,)?) => {$(
        impl std::fmt::Debug for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($of), "(***)"))
            }
        }
    )+};
}
