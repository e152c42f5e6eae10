//! Checks ID tokens: signature, audience, nonce and expiry.

use std::ops::Deref;

use chrono::{DateTime, Utc};
use openidconnect::{
    AdditionalClaims, Audience, ClaimsVerificationError, ClientId, EmptyExtraTokenFields, EndpointNotSet,
    EndpointSet, IdTokenClaims, IdTokenFields, IdTokenVerifier, LocalizedClaim, Nonce,
    OAuth2TokenResponse as _, SignatureVerificationError, StandardErrorResponse, StandardTokenResponse,
    TokenResponse as _, UserInfoClaims,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken,
        CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use proffer_domain::sso::{SKEW, SUBJECT_MAX, TokenTimes, audience_is_us};
use serde::{Deserialize, Serialize};

use super::{Fault, Part, Registration, discovery::Provider};
use crate::web::Web;

/// Signatures that only the provider can make. `none` is not a signature, and `HS256` and its variants use a
/// secret that this server knows too.
const ALGORITHMS: &[CoreJwsSigningAlgorithm] = &[
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The one claim that the crate does not read.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
pub(super) struct NotBefore {
    nbf: Option<i64>,
}

impl AdditionalClaims for NotBefore {}

type Claims = IdTokenClaims<NotBefore, CoreGenderClaim>;
type Fields = IdTokenFields<
    NotBefore,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

pub(super) type TokenAnswer = StandardTokenResponse<Fields, CoreTokenType>;

pub(super) type Client<Authorization = EndpointNotSet, Token = EndpointNotSet> = openidconnect::Client<
    NotBefore,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    TokenAnswer,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    Authorization,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    Token,
    EndpointNotSet,
>;

/// A client that knows the authorization and token endpoints.
pub(super) type ReadyClient = Client<EndpointSet, EndpointSet>;

/// What a provider says about a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserClaims {
    /// The permanent id of the user at the provider.
    pub subject: String,
    /// The email address, as the provider writes it.
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub email_verified: bool,
    /// First name.
    pub given_name: Option<String>,
    /// Last name.
    pub family_name: Option<String>,
    /// The full name, or a display name.
    pub name: Option<String>,
}

/// Why a token is rejected.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the provider gave no ID token")]
    Missing,
    #[error("{0}")]
    Claims(ClaimsVerificationError),
    #[error("the token is for another client")]
    Audience,
    #[error("the token is not valid yet, or has expired")]
    Times,
    #[error("the token has no subject")]
    Subject,
}

impl Refusal {
    /// The token may be signed with a newer key than those that are cached.
    pub(super) fn is_of_an_unknown_key(&self) -> bool {
        matches!(
            self,
            Self::Claims(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey
            ))
        )
    }
}

/// Checks every property of a token.
pub(super) fn check(
    answer: &TokenAnswer,
    provider: &Provider,
    us: &Registration,
    nonce: &Nonce,
    now: DateTime<Utc>,
) -> Result<UserClaims, Refusal> {
    let token = answer.id_token().ok_or(Refusal::Missing)?;
    // A public client's verifier knows no secret, so it rejects every token signed with one.
    let verifier = IdTokenVerifier::new_public_client(
        ClientId::new(us.client_id.clone()),
        provider.metadata.issuer().clone(),
        provider.keys.clone(),
    )
    .set_allowed_algs(ALGORITHMS.iter().cloned())
    // Both are checked below, so that all rules are in one place.
    .set_other_audience_verifier_fn(|_| true)
    .set_time_fn(move || now - SKEW);
    let claims: &Claims = token.claims(&verifier, nonce).map_err(Refusal::Claims)?;

    let audiences: Vec<&str> =
        claims.audiences().iter().map(|audience: &Audience| audience.as_str()).collect();
    let party = claims.authorized_party().map(|party| party.as_str());
    if !audience_is_us(&audiences, party, &us.client_id) {
        return Err(Refusal::Audience);
    }
    let not_before = match claims.additional_claims().nbf {
        Some(seconds) => Some(DateTime::from_timestamp(seconds, 0).ok_or(Refusal::Times)?),
        None => None,
    };
    if !(TokenTimes { expires_at: claims.expiration(), issued_at: claims.issue_time(), not_before })
        .are_good(now)
    {
        return Err(Refusal::Times);
    }
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > SUBJECT_MAX || subject.contains('\0') {
        return Err(Refusal::Subject);
    }
    Ok(UserClaims {
        subject: subject.to_owned(),
        email: claims.email().map(|email| email.as_str().to_owned()),
        email_verified: claims.email_verified() == Some(true),
        given_name: plain(claims.given_name()),
        family_name: plain(claims.family_name()),
        name: plain(claims.name()),
    })
}

/// Many providers return the address only from the userinfo endpoint; that answer must name the same subject.
pub(super) async fn with_address(
    user_claims: UserClaims,
    answer: &TokenAnswer,
    client: ReadyClient,
    provider: &Provider,
    web: &Web,
) -> Result<UserClaims, Fault> {
    let Some(endpoint) = provider.metadata.userinfo_endpoint().filter(|_| user_claims.email.is_none()) else {
        return Ok(user_claims);
    };
    let subject = openidconnect::SubjectIdentifier::new(user_claims.subject.clone());
    let client = client.set_user_info_url(endpoint.clone());
    let claims: UserInfoClaims<NotBefore, CoreGenderClaim> =
        client.user_info(answer.access_token().clone(), Some(subject)).request_async(web).await.map_err(
            |error| match error {
                openidconnect::UserInfoError::ClaimsVerification(_) => {
                    Fault::new(Part::Token, "the userinfo endpoint returned another subject")
                }
                _ => Fault::new(Part::Endpoints, "The userinfo endpoint gave an invalid response."),
            },
        )?;
    Ok(UserClaims {
        email: claims.email().map(|email| email.as_str().to_owned()),
        email_verified: claims.email_verified() == Some(true),
        given_name: user_claims.given_name.or_else(|| plain(claims.given_name())),
        family_name: user_claims.family_name.or_else(|| plain(claims.family_name())),
        name: user_claims.name.or_else(|| plain(claims.name())),
        subject: user_claims.subject,
    })
}

/// The name without a language tag.
fn plain<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<String> {
    claim.and_then(|claim| claim.get(None)).map(|name| name.deref().clone())
}

/// The signature algorithms that both sides support.
pub(super) fn common_algorithms(provider: &Provider) -> Result<String, Fault> {
    let word = |algorithm: &CoreJwsSigningAlgorithm| {
        serde_json::to_value(algorithm)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default()
    };
    let offered = provider.metadata.id_token_signing_alg_values_supported();
    let common: Vec<String> =
        offered.iter().filter(|algorithm| ALGORITHMS.contains(algorithm)).map(word).collect();
    if common.is_empty() {
        let offered: Vec<String> = offered.iter().map(word).collect();
        let message = format!(
            "The provider signs ID tokens with {} only. Configure RS256 or ES256.",
            offered.join(", ")
        );
        return Err(Fault::new(Part::Algorithms, message));
    }
    Ok(common.join(", "))
}
