//! The bucket and who lends keys for it, as the settings name them.

use secrecy::SecretString;
use url::Url;

/// Where objects are kept: an S3 server and a bucket in it.
#[derive(Debug, Clone)]
pub struct ObjectSettings {
    /// Its address, such as `https://s3.eu-central-1.amazonaws.com`. The bucket is named in the path, not in
    /// the host.
    pub endpoint: Url,
    /// The bucket, which exists.
    pub bucket: String,
    /// The region to sign requests for.
    pub region: String,
    /// Whom to sign requests as.
    pub access_key: String,
    /// What to sign them with.
    pub secret_key: SecretString,
    /// Its address as browsers reach it, which put files straight into it.
    pub public_endpoint: Url,
    /// Who lends keys for a while, where somebody does.
    pub sts: Option<StsSettings>,
}

/// Who lends keys with which a browser signs by itself.
#[derive(Debug, Clone)]
pub struct StsSettings {
    /// The address of the security token service.
    pub endpoint: Url,
    /// The role that is taken on; what it may do is narrowed further each time.
    pub role: String,
    /// For how many seconds.
    pub seconds: u32,
}
