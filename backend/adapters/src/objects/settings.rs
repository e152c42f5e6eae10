//! The settings of the bucket and of the token service.

use secrecy::SecretString;
use url::Url;

/// Where objects are kept: an S3 server and a bucket in it.
#[derive(Debug, Clone)]
pub struct ObjectSettings {
    /// Its address, such as `https://s3.eu-central-1.amazonaws.com`. The bucket is named in the path, not in
    /// the host.
    pub endpoint: Url,
    /// The bucket, which must exist.
    pub bucket: String,
    /// The region to sign requests for.
    pub region: String,
    /// The access key id.
    pub access_key: String,
    pub secret_key: SecretString,
    /// Its address as browsers reach it for direct uploads.
    pub public_endpoint: Url,
    /// The token service, if there is one.
    pub sts: Option<StsSettings>,
}

/// The service that issues temporary credentials to browsers.
#[derive(Debug, Clone)]
pub struct StsSettings {
    /// The address of the security token service.
    pub endpoint: Url,
    /// The role to assume; each request narrows its permissions further.
    pub role: String,
    /// How long the credentials are valid, in seconds.
    pub seconds: u32,
}
