use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use reqwest::StatusCode;
use serde_json::Value;

use crate::generated::{Error as CallError, ResponseValue};
use crate::retry::retry_after;
use crate::types::{ErrorCode, ErrorType, TrainingJob, ValidationIssue};

/// Result of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option or argument is invalid.
    #[error("{0}")]
    Options(String),
    /// The server responded with an error status.
    #[error(transparent)]
    Api(Box<ApiError>),
    /// The server sent nothing within the timeout, or a wait took longer than its timeout.
    #[error("{0}")]
    Timeout(String),
    /// The server could not be reached, the connection was lost, or the response does not match the API version.
    #[error("{0}")]
    Connection(String),
    /// The server reported an error in the middle of a stream.
    #[error(transparent)]
    Stream(Box<StreamError>),
    /// A training job that was waited for failed or was cancelled.
    #[error("training job {} {}: {}", .0.id, .0.status, .0.error_message.as_deref().unwrap_or("no reason was given"))]
    TrainingJob(Box<TrainingJob>),
}

/// Response with an error status.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{status} {message}{}", .request_id.as_ref().map(|id| format!(" (request {id})")).unwrap_or_default())]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Error code of the server. `None` if the response came from a proxy, or the client is too old to know the code.
    pub code: Option<ErrorCode>,
    /// Error type of the server.
    pub error_type: Option<ErrorType>,
    /// Name of the invalid field, if there is one.
    pub param: Option<String>,
    /// Description of the error.
    pub message: String,
    /// All issues of a request that failed validation.
    pub issues: Vec<ValidationIssue>,
    /// Id of the request in the server's log.
    pub request_id: Option<String>,
    /// How long the server asks to wait before a retry. `None` if it does not ask.
    pub retry_after: Option<Duration>,
    /// Body as the server sent it.
    pub body: Bytes,
}

/// Error statuses of the API.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum ApiErrorKind {
    BadRequest,
    Authentication,
    PermissionDenied,
    NotFound,
    Conflict,
    PayloadTooLarge,
    UnprocessableEntity,
    RateLimit,
    InternalServer,
    ServiceUnavailable,
    InsufficientStorage,
    Other,
}

/// Error that the server reported in the middle of a stream.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the stream failed: {message}")]
pub struct StreamError {
    /// Error code of the server.
    pub code: Option<ErrorCode>,
    /// Description of the error.
    pub message: String,
    /// The complete event.
    pub body: Value,
}

const MAX_PROXY_MESSAGE: usize = 300;

impl ApiError {
    /// Returns the kind of error for the status.
    #[must_use]
    pub fn kind(&self) -> ApiErrorKind {
        match self.status {
            400 => ApiErrorKind::BadRequest,
            401 => ApiErrorKind::Authentication,
            403 => ApiErrorKind::PermissionDenied,
            404 => ApiErrorKind::NotFound,
            409 => ApiErrorKind::Conflict,
            413 => ApiErrorKind::PayloadTooLarge,
            422 => ApiErrorKind::UnprocessableEntity,
            429 => ApiErrorKind::RateLimit,
            500 => ApiErrorKind::InternalServer,
            503 => ApiErrorKind::ServiceUnavailable,
            507 => ApiErrorKind::InsufficientStorage,
            _ => ApiErrorKind::Other,
        }
    }

    /// Returns the error of an unsuccessful response. A body that is no error body (a proxy's page) is valid too.
    pub(crate) async fn read(response: reqwest::Response) -> Error {
        let status = response.status();
        let request_id = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
        let request_id = request_id.map(str::to_owned);
        let retry_after = retry_after(response.headers());
        let body = match response.bytes().await {
            Ok(body) => body,
            Err(error) => return error.into(),
        };
        let known: Value = serde_json::from_slice(&body).unwrap_or_default();
        let message = known["error"]["message"].as_str().map(str::to_owned);
        Error::Api(Box::new(Self {
            status: status.as_u16(),
            code: read(&known["error"]["code"]),
            error_type: read(&known["error"]["type"]),
            param: known["error"]["param"].as_str().map(str::to_owned),
            message: message.unwrap_or_else(|| message_of_a_proxy(status, &body)),
            issues: read(&known["detail"]).unwrap_or_default(),
            request_id,
            retry_after,
            body,
        }))
    }
}

fn message_of_a_proxy(status: StatusCode, body: &[u8]) -> String {
    if body.is_empty() {
        return status.canonical_reason().unwrap_or_default().to_owned();
    }
    String::from_utf8_lossy(body).chars().take(MAX_PROXY_MESSAGE).collect()
}

impl Error {
    /// Returns the error of a stream event, or `None` if the event is no error.
    pub(crate) fn of_event(body: &Value) -> Option<Self> {
        let message = body["error"]["message"].as_str()?.to_owned();
        let code = read(&body["error"]["code"]);
        Some(Self::Stream(Box::new(StreamError { code, message, body: body.clone() })))
    }

    /// Returns the [`ApiError`] if the server responded with an error status.
    #[must_use]
    pub fn as_api(&self) -> Option<&ApiError> {
        match self {
            Self::Api(error) => Some(error),
            _ => None,
        }
    }
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        let mut text = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(cause) = source {
            text = format!("{text}: {cause}");
            source = cause.source();
        }
        if error.is_timeout() { Self::Timeout(text) } else { Self::Connection(text) }
    }
}

/// Awaits a generated call and converts its errors.
pub(crate) async fn answer<T>(
    call: impl Future<Output = std::result::Result<ResponseValue<T>, CallError<()>>>,
) -> Result<T> {
    match call.await {
        Ok(value) => Ok(value.into_inner()),
        Err(CallError::UnexpectedResponse(response)) => Err(ApiError::read(response).await),
        Err(
            CallError::CommunicationError(error)
            | CallError::ResponseBodyError(error)
            | CallError::InvalidUpgrade(error),
        ) => Err(error.into()),
        Err(CallError::InvalidRequest(text)) => Err(Error::Options(text)),
        Err(CallError::InvalidResponsePayload(_, error)) => {
            Err(Error::Connection(format!("the response does not match the API version: {error}")))
        }
        Err(other) => Err(Error::Connection(other.to_string())),
    }
}
