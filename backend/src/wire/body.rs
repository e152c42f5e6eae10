//! Request bodies: strictly typed JSON, optional JSON, and JSON with a signature over its bytes.

use std::ops::Deref;

use poem::{Request, RequestBody};
use poem_openapi::{
    ApiExtractor, ApiExtractorType, ExtractParamOptions,
    error::ParseRequestPayloadError,
    payload::Json,
    registry::{MetaRequest, Registry},
    types::ParseFromJSON,
};
use serde_json::Value;

use super::form;
use crate::http::problem::Problem;

/// A JSON body whose values have exactly the documented JSON types. The framework's own `Json`, which accepts
/// `5` as a string, is for responses.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T> Deref for JsonBody<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'a, T: ParseFromJSON> ApiExtractor<'a> for JsonBody<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Json::<T>::request_meta()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        // The framework checks the media type and reads the bytes; it accepts any JSON as a `Value`.
        let value = <Json<Value> as ApiExtractor<'a>>::from_request(request, body, options).await?.0;
        read(&value).map(Self)
    }
}

fn read<T: ParseFromJSON>(value: &Value) -> poem::Result<T> {
    let mistyped = form::mistyped::<T>(value);
    if !mistyped.is_empty() {
        return Err(Problem::invalid_body(mistyped).into());
    }
    T::parse_from_json(Some(value.clone())).map_err(|error| match form::faults::<T>(value) {
        faults if faults.is_empty() => ParseRequestPayloadError { reason: error.into_message() }.into(),
        faults => Problem::invalid_body(faults).into(),
    })
}

/// A JSON body, or an empty one of any media type.
#[derive(Debug)]
pub struct MaybeJson<T>(pub Option<T>);

impl<'a, T: ParseFromJSON> ApiExtractor<'a> for MaybeJson<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Json::<T>::request_meta().map(|meta| MetaRequest { required: false, ..meta })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let bytes = body.take()?.into_bytes().await?;
        if bytes.is_empty() {
            return Ok(Self(None));
        }
        let mut body = RequestBody::new(bytes.into());
        Ok(Self(Some(JsonBody::from_request(request, &mut body, options).await?.0)))
    }
}

/// A JSON body as raw bytes: the signature covers these bytes, and they are parsed only once it has been
/// verified.
#[derive(Debug)]
pub struct SignedJson(pub Vec<u8>);

impl<'a> ApiExtractor<'a> for SignedJson {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Value as poem_openapi::types::Type>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Json::<Value>::request_meta()
    }

    async fn from_request(
        _request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(body.take()?.into_vec().await?))
    }
}
