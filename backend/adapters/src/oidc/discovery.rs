//! A provider's metadata: its discovery document and its keys.

use openidconnect::{
    AdditionalProviderMetadata, DiscoveryError, IssuerUrl, JsonWebKeySet, ProviderMetadata, UserInfoUrl,
    core::{
        CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
        CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
        CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
    },
    http::Request,
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{Fault, Part};
use crate::web::Web;

const DOCUMENT: &str = ".well-known/openid-configuration";

/// RFC 9207: whether the authorization response always names the issuer.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
pub(super) struct IssuerSupport {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for IssuerSupport {}

pub(super) type Metadata = ProviderMetadata<
    IssuerSupport,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// A provider whose metadata has been checked.
pub(super) struct Provider {
    pub(super) metadata: Metadata,
    pub(super) keys: CoreJsonWebKeySet,
}

impl Provider {
    pub(super) fn names_itself(&self) -> bool {
        self.metadata.additional_metadata().authorization_response_iss_parameter_supported
    }
}

/// Fetches the discovery document and the keys, and checks both.
pub(super) async fn discover(web: &Web, issuer: &str) -> Result<Provider, Fault> {
    let not_an_address =
        || Fault::new(Part::Discovery, "The issuer is not an address that begins with https://.");
    let own = IssuerUrl::new(issuer.to_owned()).map_err(|_| not_an_address())?;
    let address = own.join(DOCUMENT).map_err(|_| not_an_address())?;
    let metadata = document(web, &address).await?;
    if *metadata.issuer() != own {
        let said = metadata.issuer().as_str();
        let message =
            format!("The provider's issuer is {said}. Enter exactly that, including a final slash.");
        return Err(Fault::new(Part::Issuer, message));
    }
    check_endpoints(web, own.url(), &metadata)?;
    let keys = keys(web, &metadata).await?;
    Ok(Provider { metadata, keys })
}

/// The same provider with freshly fetched keys.
pub(super) async fn with_new_keys(web: &Web, provider: &Provider) -> Result<Provider, Fault> {
    Ok(Provider { metadata: provider.metadata.clone(), keys: keys(web, &provider.metadata).await? })
}

async fn document(web: &Web, address: &Url) -> Result<Metadata, Fault> {
    let fault = |why: String| Fault::new(Part::Discovery, why);
    let request = Request::get(address.as_str()).header("Accept", "application/json").body(Vec::new());
    let request = request.map_err(|_| fault("The issuer is not an address.".to_owned()))?;
    let answer =
        web.send(request).await.map_err(|error| fault(format!("{address} cannot be read: {error}.")))?;
    if answer.status() != 200 {
        let status = answer.status().as_u16();
        return Err(fault(format!(
            "{address} answers {status}. Check that this is the issuer of your provider."
        )));
    }
    serde_json::from_slice(answer.body())
        .map_err(|error| fault(format!("{address} is not an OpenID Connect discovery document ({error}).")))
}

/// Every endpoint must be reachable under the outbound rules. Only a provider that is itself inside the
/// operator's network may name endpoints there.
fn check_endpoints(web: &Web, issuer: &Url, metadata: &Metadata) -> Result<(), Fault> {
    let token = metadata
        .token_endpoint()
        .ok_or_else(|| Fault::new(Part::Endpoints, "The provider's metadata has no token endpoint."))?;
    let named = [
        ("authorization endpoint", Some(metadata.authorization_endpoint().url())),
        ("token endpoint", Some(token.url())),
        ("key set", Some(metadata.jwks_uri().url())),
        ("userinfo endpoint", metadata.userinfo_endpoint().map(UserInfoUrl::url)),
    ];
    for (name, url) in named {
        let Some(url) = url else { continue };
        let fault =
            |why: &str| Fault::new(Part::Endpoints, format!("The {name} of the provider is {url}: {why}."));
        web.check(url).map_err(|error| fault(&error.to_string()))?;
        if web.is_own(url) && !web.is_own(issuer) {
            return Err(fault("that is inside the network of this server, where the issuer is not"));
        }
    }
    Ok(())
}

async fn keys(web: &Web, metadata: &Metadata) -> Result<CoreJsonWebKeySet, Fault> {
    let address = metadata.jwks_uri();
    let keys = JsonWebKeySet::fetch_async(address, web).await.map_err(|error| {
        let why = match error {
            DiscoveryError::Request(error) => error.to_string(),
            DiscoveryError::Response(status, ..) => format!("it answers {} or is not JSON", status.as_u16()),
            _ => "it is not a key set".to_owned(),
        };
        Fault::new(Part::Keys, format!("The keys at {} cannot be read: {why}.", address.as_str()))
    })?;
    if keys.keys().is_empty() {
        return Err(Fault::new(Part::Keys, format!("There is no usable key at {}.", address.as_str())));
    }
    Ok(keys)
}
