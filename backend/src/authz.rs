//! Who may do what. The rules are `policies/policy.csv`, read by casbin; this file gives them their
//! vocabulary.
//!
//! casbin is asked once, at start, for the permissions of every role, and the answers are kept as a table:
//! the same table that `policies/matrix.txt` shows in review, and a look-up instead of an expression for each
//! request.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use anyhow::Context as _;
use casbin::{CoreApi, DefaultModel, Enforcer, RbacApi, StringAdapter};

/// The model and the rules, part of the binary.
const MODEL: &str = include_str!("../../policies/model.conf");
const RULES: &str = include_str!("../../policies/policy.csv");

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All of them, in the order of the matrix.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that the policy file uses.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The one of that word, where there is one.
            pub fn of_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

vocabulary! {
    /// In what capacity somebody asks.
    Role {
        /// Nobody signed in.
        Anonymous = "anonymous",
        /// Somebody holding a share link: one proposal.
        Guest = "guest",
        /// A member of the active workspace.
        Member = "member",
        /// An admin of the active workspace.
        Admin = "admin",
        /// The one owner of the active workspace.
        Owner = "owner",
        /// An integration with a key: what keys may do at most. Its maker's role and its own scopes narrow
        /// that.
        ApiClient = "api_client",
        /// A session that a workspace's own provider opened for somebody who works in other workspaces too:
        /// what such sessions may do at most. The person's role narrows that.
        SsoSession = "sso_session",
        /// A site administrator.
        SiteAdmin = "site_admin",
    }
}

vocabulary! {
    /// What is asked for.
    Object {
        /// The person's own account and session.
        Account = "account",
        /// The active workspace itself.
        Workspace = "workspace",
        /// Who belongs to it, and who is invited.
        Team = "team",
        /// Its connection to a provider of single sign-on.
        Sso = "sso",
        /// The keys of its integrations.
        ApiKeys = "api_keys",
        /// The log of who did what in it.
        AuditLog = "audit_log",
        /// Its subscription.
        Subscription = "subscription",
        /// What it has paid and will pay.
        Invoices = "invoices",
        /// The workspace's company profile.
        Company = "company",
        /// Clients.
        Clients = "clients",
        /// Files that people bring, and pictures made of them.
        Objects = "objects",
        /// Proposals with all that belongs to them.
        Proposals = "proposals",
        /// What the person is told of.
        Notifications = "notifications",
        /// The assistant, which costs money.
        Assistant = "assistant",
        /// A proposal as its link shows it.
        SharedProposal = "shared_proposal",
        /// What concerns the whole site.
        Site = "site",
        /// What anybody may know of the site.
        PublicSite = "public_site",
        /// Messages to the site's support.
        Contact = "contact",
    }
}

vocabulary! {
    /// What is to be done with it.
    Action {
        /// Open an account.
        Register = "register",
        /// Begin or end a session, or prove an address.
        SignIn = "sign_in",
        /// Look.
        Read = "read",
        /// Make a new one.
        Create = "create",
        /// Change one.
        Update = "update",
        /// Remove one.
        Delete = "delete",
        /// Make a link to one.
        Share = "share",
        /// Send one to its client.
        Send = "send",
        /// Record that a client accepted one elsewhere.
        Accept = "accept",
        /// Ask somebody to join, again, or no longer.
        Invite = "invite",
        /// Cease to belong.
        Leave = "leave",
        /// Hand over ownership.
        Transfer = "transfer",
        /// Take everything out as one archive.
        Export = "export",
        /// Have the assistant work.
        Use = "use",
        /// Accept, decline or request changes.
        Respond = "respond",
        /// No longer be mailed about something.
        Unsubscribe = "unsubscribe",
        /// Say that something has happened there, signed by whoever takes the payments.
        Report = "report",
    }
}

/// casbin's answers to every question there is.
#[derive(Debug, Clone)]
pub struct Policy {
    allowed: HashSet<(Role, Object, Action)>,
}

impl Policy {
    /// The policy that ships with this binary.
    ///
    /// # Errors
    /// When the files do not parse.
    pub async fn shipped() -> anyhow::Result<Self> {
        Self::from_rules(RULES).await
    }

    /// A policy from rules in the form of `policy.csv`.
    ///
    /// # Errors
    /// When the rules do not parse, or name a word outside the vocabulary.
    pub async fn from_rules(rules: &str) -> anyhow::Result<Self> {
        let enforcer = enforcer(rules).await?;
        let permissions: HashMap<Role, HashSet<Vec<String>>> = Role::ALL.iter().map(|&role| (role, granted(&enforcer, role))).collect();
        let allowed = Role::ALL
            .iter()
            .flat_map(|&role| questions().map(move |(object, action)| (role, object, action)))
            .filter(|(role, object, action)| {
                let asked = vec![object.word().to_owned(), action.word().to_owned()];
                permissions.get(role).is_some_and(|granted| granted.contains(&asked))
            })
            .collect();
        Ok(Self { allowed })
    }

    /// Whether the role may do that.
    pub fn allows(&self, role: Role, action: Action, object: Object) -> bool {
        self.allowed.contains(&(role, object, action))
    }

    /// What a role may do, as `object:action`, in the order of the matrix.
    pub fn permissions(&self, role: Role) -> Vec<String> {
        questions()
            .filter(|&(object, action)| self.allows(role, action, object))
            .map(|(object, action)| format!("{object}:{action}"))
            .collect()
    }

    /// Every permission there could be, in the order of the matrix.
    pub fn questions(&self) -> impl Iterator<Item = (Object, Action)> + use<> {
        questions()
    }

    /// The whole table as `policies/matrix.txt` holds it: a line for every pair that some role may do.
    pub fn matrix(&self) -> String {
        let line = |head: &str, cell: &dyn Fn(Role) -> &'static str| {
            let cells: Vec<String> = Role::ALL.iter().map(|&role| format!("{:>12}", cell(role))).collect();
            format!("{head:<28}{}\n", cells.concat())
        };
        let granted = questions().filter(|&(object, action)| Role::ALL.iter().any(|&role| self.allows(role, action, object)));
        let rows = granted.map(|(object, action)| {
            line(&format!("{object} : {action}"), &|role| if self.allows(role, action, object) { "yes" } else { "-" })
        });
        std::iter::once(line("object : action", &|role| role.word())).chain(rows).collect()
    }
}

async fn enforcer(rules: &str) -> anyhow::Result<Enforcer> {
    let rules: String = rules.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    refuse_unknown_words(&rules)?;
    let model = DefaultModel::from_str(MODEL).await.context("policies/model.conf")?;
    Enforcer::new(model, StringAdapter::new(rules)).await.context("policies/policy.csv")
}

/// The object and action of every rule that applies to the role, those of the roles it takes over included.
/// Since rules only ever allow (a rule with an effect of its own is refused as unknown), these are the
/// questions that `enforce` affirms; asking it each of some two thousand questions would evaluate every rule
/// for each.
fn granted(enforcer: &Enforcer, role: Role) -> HashSet<Vec<String>> {
    let rules = enforcer.get_implicit_permissions_for_user(role.word(), None);
    rules.into_iter().map(|rule| rule.into_iter().skip(1).collect()).collect()
}

fn questions() -> impl Iterator<Item = (Object, Action)> {
    Object::ALL.iter().flat_map(|&object| Action::ALL.iter().map(move |&action| (object, action)))
}

/// A misspelt word would silently allow nothing; it is an error instead.
fn refuse_unknown_words(rules: &str) -> anyhow::Result<()> {
    for line in rules.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        let known = match words.as_slice() {
            ["p", role, object, action] => {
                Role::ALL.iter().any(|r| r.word() == *role)
                    && Object::ALL.iter().any(|o| o.word() == *object)
                    && Action::ALL.iter().any(|a| a.word() == *action)
            }
            ["g", role, base] => [role, base].iter().all(|name| Role::ALL.iter().any(|r| r.word() == **name)),
            _ => false,
        };
        anyhow::ensure!(known, "policy.csv has a line that names no known role, object or action: {line}");
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_table_is_what_casbin_enforces() {
        let (policy, enforcer) = (Policy::shipped().await.unwrap(), enforcer(RULES).await.unwrap());
        for &role in Role::ALL {
            for (object, action) in questions() {
                let verdict = enforcer.enforce((role.word(), object.word(), action.word())).unwrap();
                assert_eq!(policy.allows(role, action, object), verdict, "{role} {object}:{action}");
            }
        }
    }
}
