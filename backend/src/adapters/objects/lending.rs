//! Keys that are lent for a while, with which a browser signs by itself.

use aws_sdk_sts::config::{BehaviorVersion, Credentials, Region, timeout::TimeoutConfig};
use chrono::{DateTime, Utc};
use poem::http::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use super::{ATTEMPT_LIMIT, CALL_LIMIT, ObjectError, ObjectStore, failed};
use crate::{
    config::{ObjectSettings, StsSettings},
    http::problem::Problem,
};

/// Whom to ask for keys.
#[derive(Debug, Clone)]
pub(super) struct Lender {
    client: aws_sdk_sts::Client,
    role: String,
    seconds: i32,
}

/// Keys, and what they are for.
#[derive(Debug)]
pub struct Lent {
    /// The key's name.
    pub access_key: String,
    /// The key.
    pub secret_key: SecretString,
    /// What goes with it.
    pub session_token: SecretString,
    /// Until when.
    pub expires_at: DateTime<Utc>,
    /// The bucket.
    pub bucket: String,
    /// Its region.
    pub region: String,
}

impl Lender {
    pub(super) fn new(settings: &ObjectSettings, sts: &StsSettings) -> Self {
        let keys = Credentials::new(&settings.access_key, settings.secret_key.expose_secret(), None, None, "settings");
        let config = aws_sdk_sts::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .endpoint_url(sts.endpoint.as_str())
            .region(Region::new(settings.region.clone()))
            .credentials_provider(keys)
            .timeout_config(TimeoutConfig::builder().operation_timeout(CALL_LIMIT).operation_attempt_timeout(ATTEMPT_LIMIT).build())
            .build();
        let seconds = i32::try_from(sts.seconds).unwrap_or(i32::MAX);
        Self { client: aws_sdk_sts::Client::from_conf(config), role: sts.role.clone(), seconds }
    }
}

impl ObjectStore {
    /// Keys that can put objects whose keys begin so, and nothing else.
    ///
    /// # Errors
    /// 404 `no_temporary_credentials` where nobody lends any; 503 where who does refused or did not answer.
    pub async fn lend(&self, prefix: &str) -> Result<Lent, Problem> {
        let bucket = self.bucket()?;
        let lender = bucket.lender.as_ref().ok_or_else(|| {
            let message = "This site's storage lends no keys; ask for an address for each file instead.";
            Problem::new(StatusCode::NOT_FOUND, "no_temporary_credentials", message)
        })?;
        let policy = json!({
            "Version": "2012-10-17",
            "Statement": [{
                "Effect": "Allow",
                "Action": ["s3:PutObject"],
                "Resource": [format!("arn:aws:s3:::{}/{prefix}*", bucket.name)],
            }],
        });
        let take_on = lender.client.assume_role().role_arn(&lender.role).role_session_name("proffer-uploads");
        let lent = take_on.policy(policy.to_string()).duration_seconds(lender.seconds).send().await.map_err(|error| failed(&error))?;
        let keys = lent.credentials.ok_or_else(|| ObjectError::Failed("keys were lent without keys".to_owned()))?;
        Ok(Lent {
            expires_at: DateTime::from_timestamp(keys.expiration.secs(), 0).unwrap_or_default(),
            access_key: keys.access_key_id,
            secret_key: keys.secret_access_key.into(),
            session_token: keys.session_token.into(),
            bucket: bucket.name.clone(),
            region: bucket.region.clone(),
        })
    }
}
