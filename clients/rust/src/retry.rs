use std::time::{Duration, SystemTime};

use progenitor_client::{ClientHooks, Error, OperationInfo};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Method, Request, Response, StatusCode};

use crate::generated::Client;

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
const LONGEST_ASKED_WAIT: Duration = Duration::from_secs(120);
const JITTER: f64 = 0.25;
const TOLD_AT_ONCE: [&str; 2] = ["get_system_check", "get_readyz"];

/// Timeout and retries of requests.
#[derive(Clone, Debug)]
pub struct Policy {
    pub max_retries: u32,
    pub timeout: Duration,
}

impl ClientHooks<Policy> for Client {
    async fn pre<E>(&self, request: &mut Request, _: &OperationInfo) -> Result<(), Error<E>> {
        let path = request.url().as_str().get(self.baseurl.len()..).unwrap_or_default();
        match empty_name(path.split('?').next().unwrap_or_default()) {
            Some(name) => Err(Error::InvalidRequest(format!("{name} is empty"))),
            None => Ok(()),
        }
    }

    async fn exec(&self, request: Request, info: &OperationInfo) -> reqwest::Result<Response> {
        let policy = Policy {
            // A 503 of these operations is their result: it names the part that does not work.
            max_retries: if TOLD_AT_ONCE.contains(&info.operation_id) { 0 } else { self.inner.max_retries },
            ..self.inner
        };
        policy.send(&self.client, request, !info.operation_id.starts_with("download_")).await
    }
}

impl Policy {
    /// Sends the request, and retries it after transient errors. The response may have any status. With `whole`, the
    /// timeout applies to the whole response; without, to each pause in it.
    pub async fn send(&self, client: &reqwest::Client, mut request: Request, whole: bool) -> reqwest::Result<Response> {
        if whole {
            *request.timeout_mut() = Some(self.timeout);
        }
        for attempt in 0.. {
            let Some(again) = request.try_clone().filter(|_| attempt < self.max_retries) else {
                break;
            };
            let result = client.execute(request).await;
            if !may_help(again.method(), &result) {
                return result;
            }
            let asked = result.as_ref().ok().and_then(|response| retry_after(response.headers()));
            if asked.is_some_and(|wait| wait > LONGEST_ASKED_WAIT) {
                return result;
            }
            drop(result);
            tokio::time::sleep(asked.unwrap_or_else(|| back_off(attempt))).await;
            request = again;
        }
        client.execute(request).await
    }
}

/// Returns the name of a path parameter that is empty: the shortened path would be that of another operation.
fn empty_name(path: &str) -> Option<&'static str> {
    let before = match path.split_once("//") {
        Some((before, _)) => before,
        None => path.strip_suffix('/')?,
    };
    Some(match before.rsplit('/').next() {
        _ if before == "/v1/models" => "model",
        Some("artifacts") => "artifact_id",
        Some("files") => "file_name",
        Some("logs") => "log_id",
        Some("models") => "model_id",
        Some("runs") => "run_id",
        Some("training-jobs") => "training_job_id",
        _ => "a path parameter",
    })
}

/// Returns whether to retry. A POST is retried only if the server has certainly not processed it.
fn may_help(method: &Method, result: &reqwest::Result<Response>) -> bool {
    let is_post = method == Method::POST;
    match result {
        Err(error) => !error.is_timeout() && (!is_post || error.is_connect()),
        Ok(response) => match response.status() {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => true,
            StatusCode::REQUEST_TIMEOUT
            | StatusCode::INTERNAL_SERVER_ERROR
            | StatusCode::BAD_GATEWAY
            | StatusCode::GATEWAY_TIMEOUT => !is_post,
            _ => false,
        },
    }
}

/// Parses `Retry-After`, a number of seconds or a date.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

fn back_off(attempt: u32) -> Duration {
    let wait = LONGEST_WAIT.min(FIRST_WAIT * 2_u32.pow(attempt.min(10)));
    wait.mul_f64(1.0 - JITTER * fastrand::f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow() {
        for (attempt, most) in [(0, 500), (1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 8000), (99, 8000)] {
            let wait = back_off(attempt).as_millis();
            assert!(wait <= most && wait >= most * 3 / 4, "after attempt {attempt} it waits {wait} ms");
        }
    }

    #[test]
    fn asked_waits() {
        let asked = |text: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]));
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        let date = asked(&httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(90))).unwrap();
        assert!((88..=90).contains(&date.as_secs()), "{date:?}");
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert_eq!((asked("soon"), asked("-1")), (None, None));
    }
}
