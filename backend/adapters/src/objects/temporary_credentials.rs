//! Temporary credentials, with which a browser signs its own uploads.

use aws_sdk_sts::config::{BehaviorVersion, Credentials, Region, timeout::TimeoutConfig};
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::{ATTEMPT_LIMIT, CALL_LIMIT, ObjectError, ObjectSettings, ObjectStore, StsSettings, failed};

/// The token service that issues them.
#[derive(Debug, Clone)]
pub(super) struct CredentialIssuer {
    client: aws_sdk_sts::Client,
    role: String,
    seconds: i32,
}

/// Temporary credentials and the bucket that they are for.
#[derive(Debug)]
pub struct IssuedCredentials {
    /// The access key id.
    pub access_key: String,
    pub secret_key: SecretString,
    /// The session token, sent with every request.
    pub session_token: SecretString,
    /// When they expire.
    pub expires_at: DateTime<Utc>,
    pub bucket: String,
    pub region: String,
}

impl CredentialIssuer {
    pub(super) fn new(settings: &ObjectSettings, sts: &StsSettings) -> Self {
        let keys = Credentials::new(
            &settings.access_key,
            settings.secret_key.expose_secret(),
            None,
            None,
            "settings",
        );
        let config = aws_sdk_sts::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .endpoint_url(sts.endpoint.as_str())
            .region(Region::new(settings.region.clone()))
            .credentials_provider(keys)
            .timeout_config(
                TimeoutConfig::builder()
                    .operation_timeout(CALL_LIMIT)
                    .operation_attempt_timeout(ATTEMPT_LIMIT)
                    .build(),
            )
            .build();
        let seconds = i32::try_from(sts.seconds).unwrap_or(i32::MAX);
        Self { client: aws_sdk_sts::Client::from_conf(config), role: sts.role.clone(), seconds }
    }
}

impl ObjectStore {
    /// Credentials that can only put objects whose keys begin with `prefix`.
    ///
    /// # Errors
    /// [`ObjectError::NoTemporaryCredentials`] without a token service; otherwise the service refused or did
    /// not answer.
    pub async fn issue_credentials(&self, prefix: &str) -> Result<IssuedCredentials, ObjectError> {
        let bucket = self.bucket()?;
        let issuer = bucket.issuer.as_ref().ok_or(ObjectError::NoTemporaryCredentials)?;
        let policy = json!({
            "Version": "2012-10-17",
            "Statement": [{
                "Effect": "Allow",
                "Action": ["s3:PutObject"],
                "Resource": [format!("arn:aws:s3:::{}/{prefix}*", bucket.name)],
            }],
        });
        let assume_role =
            issuer.client.assume_role().role_arn(&issuer.role).role_session_name("proffer-uploads");
        let response = assume_role
            .policy(policy.to_string())
            .duration_seconds(issuer.seconds)
            .send()
            .await
            .map_err(|error| failed(&error))?;
        let keys = response
            .credentials
            .ok_or_else(|| ObjectError::Failed("keys were lent without keys".to_owned()))?;
        Ok(IssuedCredentials {
            expires_at: DateTime::from_timestamp(keys.expiration.secs(), 0).unwrap_or_default(),
            access_key: keys.access_key_id,
            secret_key: keys.secret_access_key.into(),
            session_token: keys.session_token.into(),
            bucket: bucket.name.clone(),
            region: bucket.region.clone(),
        })
    }
}
