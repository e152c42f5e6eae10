//! The permission policy. The rules are in `policies/policy.csv`, read by casbin; this file defines their
//! vocabulary.
//!
//! casbin is queried once, at start, for the permissions of every role, and the results are kept as a table:
//! the same table that `policies/matrix.txt` shows for review. A request costs a look-up instead of an
//! evaluation.

use std::collections::{HashMap, HashSet};

use anyhow::Context as _;
use casbin::{CoreApi, DefaultModel, Enforcer, RbacApi, StringAdapter};

/// The model and the rules, part of the binary.
const MODEL: &str = include_str!("../../policies/model.conf");
const RULES: &str = include_str!("../../policies/policy.csv");

/// An enum whose words in the policy file are the names of its variants.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
        #[strum(serialize_all = "snake_case", const_into_str)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All of them, in the order of the matrix.
            pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

            /// The word in the policy file.
            pub fn word(self) -> &'static str {
                self.into_str()
            }

            /// Parses a word of the policy file.
            pub fn of_word(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }
    };
}

vocabulary! {
    /// The capacity in which a caller acts.
    Role {
        /// An anonymous visitor.
        Anonymous,
        /// The holder of a share link: one proposal.
        Guest,
        /// A member of the active workspace.
        Member,
        /// An admin of the active workspace.
        Admin,
        /// The one owner of the active workspace.
        Owner,
        /// An integration with a key: the most that keys may do. The creator's role and the key's scopes
        /// limit it further.
        ApiClient,
        /// A session opened by a workspace's own provider for a user who is also a member of others: the most
        /// that such sessions may do. The user's role limits it further.
        SsoSession,
        /// A site administrator.
        SiteAdmin,
    }
}

vocabulary! {
    /// The object of a permission.
    Object {
        /// The user's own account and session.
        Account,
        /// The active workspace.
        Workspace,
        /// The members and invitations of the workspace.
        Team,
        /// Its single sign-on connection.
        Sso,
        /// The API keys of its integrations.
        ApiKeys,
        /// Its audit log.
        AuditLog,
        /// Its subscription.
        Subscription,
        /// Its invoices and upcoming charges.
        Invoices,
        /// The workspace's company profile.
        Company,
        /// Clients.
        Clients,
        /// Uploaded files, and the pictures made from them.
        Objects,
        /// Proposals and their parts.
        Proposals,
        /// The user's notifications.
        Notifications,
        /// The assistant, which costs money.
        Assistant,
        /// A proposal as its link shows it.
        SharedProposal,
        /// The administration of the whole site.
        Site,
        /// Public facts about the site.
        PublicSite,
        /// Messages to the site's support.
        Contact,
    }
}

vocabulary! {
    /// The action of a permission.
    Action {
        /// Open an account.
        Register,
        /// Start or end a session, or verify an address.
        SignIn,
        /// Read one or a list.
        Read,
        /// Create a new one.
        Create,
        /// Change one.
        Update,
        /// Remove one.
        Delete,
        /// Create a share link.
        Share,
        /// Send one to its client.
        Send,
        /// Record that a client accepted one outside the product.
        Accept,
        /// Invite a member, again, or revoke an invitation.
        Invite,
        /// Leave the team.
        Leave,
        /// Hand over ownership.
        Transfer,
        /// Export everything as one archive.
        Export,
        /// Use the assistant.
        Use,
        /// Accept, decline or request changes.
        Respond,
        /// Stop mails of one kind.
        Unsubscribe,
        /// Report an event, signed by the payment provider.
        Report,
    }
}

/// casbin's results for all permissions.
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
        let permissions: HashMap<Role, HashSet<Vec<String>>> =
            Role::ALL.iter().map(|&role| (role, granted(&enforcer, role))).collect();
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

    /// Whether the role may do this.
    pub fn allows(&self, role: Role, action: Action, object: Object) -> bool {
        self.allowed.contains(&(role, object, action))
    }

    /// The permissions of a role, as `object:action`, in the order of the matrix.
    pub fn permissions(&self, role: Role) -> Vec<String> {
        questions()
            .filter(|&(object, action)| self.allows(role, action, object))
            .map(|(object, action)| format!("{object}:{action}"))
            .collect()
    }

    /// All possible permissions, in the order of the matrix.
    pub fn questions(&self) -> impl Iterator<Item = (Object, Action)> + use<> {
        questions()
    }

    /// The whole table as in `policies/matrix.txt`: a line for every permission that some role has.
    pub fn matrix(&self) -> String {
        let line = |head: &str, cell: &dyn Fn(Role) -> &'static str| {
            let cells: Vec<String> = Role::ALL.iter().map(|&role| format!("{:>12}", cell(role))).collect();
            format!("{head:<28}{}\n", cells.concat())
        };
        let granted = questions()
            .filter(|&(object, action)| Role::ALL.iter().any(|&role| self.allows(role, action, object)));
        let rows = granted.map(|(object, action)| {
            line(&format!("{object} : {action}"), &|role| {
                if self.allows(role, action, object) { "yes" } else { "-" }
            })
        });
        std::iter::once(line("object : action", &|role| role.word())).chain(rows).collect()
    }
}

/// casbin with the model and those rules.
pub async fn enforcer(rules: &str) -> anyhow::Result<Enforcer> {
    let rules: String =
        rules.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    refuse_unknown_words(&rules)?;
    let model = DefaultModel::from_str(MODEL).await.context("policies/model.conf")?;
    Enforcer::new(model, StringAdapter::new(rules)).await.context("policies/policy.csv")
}

/// The object and action of every rule that applies to the role, including inherited roles. Rules can only
/// allow (a rule with an effect is refused as unknown), so these are exactly the permissions that `enforce`
/// grants. Asking `enforce` about each of some two thousand permissions would evaluate every rule each time.
fn granted(enforcer: &Enforcer, role: Role) -> HashSet<Vec<String>> {
    let rules = enforcer.get_implicit_permissions_for_user(role.word(), None);
    rules.into_iter().map(|rule| rule.into_iter().skip(1).collect()).collect()
}

fn questions() -> impl Iterator<Item = (Object, Action)> {
    Object::ALL.iter().flat_map(|&object| Action::ALL.iter().map(move |&action| (object, action)))
}

/// A misspelt word would silently allow nothing, so it is an error.
fn refuse_unknown_words(rules: &str) -> anyhow::Result<()> {
    for line in rules.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        let known = match words.as_slice() {
            ["p", role, object, action] => {
                Role::of_word(role).is_some()
                    && Object::of_word(object).is_some()
                    && Action::of_word(action).is_some()
            }
            ["g", role, base] => [role, base].iter().all(|name| Role::of_word(name).is_some()),
            _ => false,
        };
        anyhow::ensure!(known, "policy.csv has a line that names no known role, object or action: {line}");
    }
    Ok(())
}
