//! The starting point of most tests, created once for all of them: ada, who has registered, verified her
//! address and signed in, and her company.
//!
//! She registers and creates her company over HTTP, as in a test that does so itself. Her database then
//! becomes a template; a test that starts from it gets a copy and continues in her session.

use std::{sync::OnceLock, thread};

use super::{
    app::{Setup, TestApp},
    stories::Owner,
};

/// The steps that ada has completed.
#[derive(Clone, Copy)]
enum Stage {
    SignedIn,
    HasCompany,
}

static OWNERS: OnceLock<[Owner; 2]> = OnceLock::new();

impl Stage {
    fn template(self) -> &'static str {
        match self {
            Self::SignedIn => "template_owner",
            Self::HasCompany => "template_company",
        }
    }

    /// Ada at that stage, at a server that no longer runs.
    fn owner(self) -> &'static Owner {
        // On a separate thread, so that its log is not attributed to the test that happens to ask first.
        let make = || {
            thread::spawn(|| {
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(make())
            })
        };
        &OWNERS.get_or_init(|| make().join().expect("what tests begin with was not made; see above"))
            [self as usize]
    }

    async fn start(self, setup: Setup) -> (TestApp, Owner) {
        let owner = self.owner();
        let app = setup.copying(self.template()).start().await;
        let owner = owner.at_copy(&app);
        (app, owner)
    }
}

async fn make() -> [Owner; 2] {
    // This seed differs from that of any server on a copy of the database.
    let app = Setup::default().seed(u64::MAX).start().await;
    let owner = app.register_verified_owner("ada").await;
    app.leave_as(Stage::SignedIn.template()).await;
    let app = Setup::default().copying(Stage::SignedIn.template()).seed(u64::MAX - 1).start().await;
    let with_company = owner.at_copy(&app);
    with_company.create_company().await;
    app.leave_as(Stage::HasCompany.template()).await;
    [owner, with_company]
}

impl Setup {
    /// Starts it, with ada signed in.
    pub async fn start_with_owner(self) -> (TestApp, Owner) {
        Stage::SignedIn.start(self).await
    }

    /// Starts it, with ada signed in, who has a company.
    pub async fn start_with_company(self) -> (TestApp, Owner) {
        Stage::HasCompany.start(self).await
    }
}

impl TestApp {
    /// The usual server, and ada, who is signed in.
    pub async fn with_owner() -> (Self, Owner) {
        Setup::default().start_with_owner().await
    }

    /// The usual server, and ada, who is signed in and has a company.
    pub async fn with_company() -> (Self, Owner) {
        Setup::default().start_with_company().await
    }
}
