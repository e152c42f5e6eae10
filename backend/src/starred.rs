//! `Debug` for what holds a secret or belongs to a person: the name of the type, and stars. What cannot be printed is not logged.

macro_rules! starred {
    ($($of:ident),+ $(,)?) => {$(
        impl std::fmt::Debug for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($of), "(***)"))
            }
        }
    )+};
}
