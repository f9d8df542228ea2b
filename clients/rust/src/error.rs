use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use reqwest::StatusCode;
use serde_json::Value;

use crate::generated::{Error as CallError, ResponseValue};
use crate::retry::retry_after;
use crate::types::{ErrorCode, ErrorType, TrainingJob, ValidationIssue};

/// What a call gives.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong with a call.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option that cannot be.
    #[error("{0}")]
    Options(String),
    /// An answer that is not a success.
    #[error(transparent)]
    Api(Box<ApiError>),
    /// The time of an attempt was up, or that of a wait.
    #[error("{0}")]
    Timeout(String),
    /// No answer, half of one, or one that is not what the contract says.
    #[error("{0}")]
    Connection(String),
    /// A fault of the server in the middle of a stream.
    #[error(transparent)]
    Stream(Box<StreamError>),
    /// A job that failed or was cancelled.
    #[error("training job {} {}: {}", .0.id, .0.status, .0.error_message.as_deref().unwrap_or("no reason was given"))]
    TrainingJob(Box<TrainingJob>),
}

/// An answer that is not a success.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{status} {message}{}", .request_id.as_ref().map(|id| format!(" (request {id})")).unwrap_or_default())]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// What the server calls the error; none when a proxy answered, or when this client is too old to know it.
    pub code: Option<ErrorCode>,
    /// The kind that the server names.
    pub error_type: Option<ErrorType>,
    /// The field at fault, when there is one.
    pub param: Option<String>,
    /// Names the field, what is wrong with it and what is allowed.
    pub message: String,
    /// All faults of a request that failed validation.
    pub issues: Vec<ValidationIssue>,
    /// Finds the request in the server's log.
    pub request_id: Option<String>,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
    /// The answer as it came.
    pub body: Bytes,
}

/// The statuses that the contract knows.
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

/// A fault of the server in the middle of a stream.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the stream failed: {message}")]
pub struct StreamError {
    /// What the server calls the error.
    pub code: Option<ErrorCode>,
    /// What the server said.
    pub message: String,
    /// The whole of the event.
    pub body: Value,
}

const MAX_PROXY_MESSAGE: usize = 300;

impl ApiError {
    /// Which of the statuses that the contract knows.
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

    /// Reads an answer that is not a success. What is no error body, as a proxy's page, still gives an error.
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
    /// The error of an event, or none when the event is no error.
    pub(crate) fn of_event(body: &Value) -> Option<Self> {
        let message = body["error"]["message"].as_str()?.to_owned();
        let code = read(&body["error"]["code"]);
        Some(Self::Stream(Box::new(StreamError { code, message, body: body.clone() })))
    }

    /// The answer that is not a success, when that is what it is.
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

/// Waits for the answer of a generated call.
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
            Err(Error::Connection(format!("the answer is not what the contract says: {error}")))
        }
        Err(other) => Err(Error::Connection(other.to_string())),
    }
}
