//! Errors of single sign-on, as the sign-in screen shows them.

use proffer_adapters::oidc::{Fault, Part};
use proffer_domain::sso::SsoError;

use crate::{features::identity::IdentityError, http::problem::Problem};

/// A failure during single sign-on: a code for the sign-in screen, while the cause is logged.
#[derive(Debug, Clone, Copy)]
pub struct Failed(pub SsoError);

impl From<SsoError> for Failed {
    fn from(error: SsoError) -> Self {
        Self(error)
    }
}

impl<E> From<E> for Failed
where
    IdentityError: From<E>,
{
    fn from(error: E) -> Self {
        let problem = Problem::from(IdentityError::from(error));
        tracing::error!(code = problem.code(), "single sign-on failed");
        Self(SsoError::Internal)
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        tracing::warn!(part = ?fault.part, %fault, "a provider of single sign-on is not as it should be");
        Self(match fault.part {
            Part::Discovery | Part::Issuer | Part::Endpoints | Part::Keys | Part::Algorithms => {
                SsoError::ProviderUnavailable
            }
            Part::Client | Part::Code => SsoError::ProviderRefused,
            Part::Token => SsoError::TokenInvalid,
        })
    }
}
