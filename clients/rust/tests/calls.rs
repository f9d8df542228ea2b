//! Tests of the hand-written layer against a server that fails in every way.

mod flaky;

use std::time::{Duration, Instant};

use daybreak_client::types::{
    AdapterFileName, CreateModelRequest, ErrorCode, LogTrajectoriesRequest, Model, SystemCheckFailure,
};
use daybreak_client::{ApiErrorKind, Body, Daybreak, Error, ListQuery, Options, Result, TryStreamExt};
use flaky::{Answer, Flaky, Last, error_body, status, wait};

const HEALTHY: &str = r#"{"status":"ok","version":"1.2.3"}"#;
const MODEL: &str =
    r#"{"id":"m","entity":"local","project":"p","name":"n","base_model":"b","run_id":null,"retention":null,"created":"now"}"#;
const FILE: &str = r#"{"name":"f","bytes":7,"sha256":"s"}"#;

/// Makes the call against a server that fails once, and expects `attempts` requests. With two, the call succeeds.
async fn expect(method: &str, fault: Answer, attempts: usize) {
    let good = match method {
        "GET" => HEALTHY,
        "PUT" => FILE,
        _ => MODEL,
    };
    let server = Flaky::start(vec![fault, status(200, good)]).await;
    let client = server.client();
    let result: Result<()> = match method {
        "GET" => client.health().await.map(|_| ()),
        "PUT" => client.artifacts().upload("a", "f", "content").await.map(|_| ()),
        _ => client.models().create(&CreateModelRequest::default()).await.map(|_| ()),
    };
    let seen = server.requests();
    assert_eq!(seen.len(), attempts, "{method}: {result:?}");
    assert_eq!(result.is_ok(), attempts == 2, "{method}: {result:?}");
    assert!(seen.iter().all(|request| request.method == method));
    assert!(method != "PUT" || seen.iter().all(|request| request.body == "content"));
}

#[tokio::test]
async fn retries_of_reads() {
    for code in [408, 429, 500, 502, 503, 504] {
        expect("GET", wait(code, 0), 2).await;
    }
    for code in [400, 404, 409, 501, 507] {
        expect("GET", wait(code, 0), 1).await;
    }
    expect("GET", wait(503, 121), 1).await;
    expect("GET", Answer::Reset, 2).await;
}

#[tokio::test]
async fn retries_of_writes() {
    expect("PUT", wait(500, 0), 2).await;
    expect("PUT", Answer::Reset, 2).await;
    for code in [429, 503] {
        expect("POST", wait(code, 0), 2).await;
    }
    for code in [408, 500, 502, 504] {
        expect("POST", wait(code, 0), 1).await;
    }
    expect("POST", Answer::Reset, 1).await;
}

#[tokio::test]
async fn retries_end() {
    let server = Flaky::start(vec![wait(503, 0)]).await;
    let error = server.client().health().await.unwrap_err();
    assert_eq!(error.as_api().unwrap().kind(), ApiErrorKind::ServiceUnavailable);
    assert_eq!(server.requests().len(), 3);
    server.client().with_max_retries(0).health().await.unwrap_err();
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn waits_as_asked() {
    let server = Flaky::start(vec![wait(503, 1), status(200, HEALTHY)]).await;
    let began = Instant::now();
    server.client().health().await.unwrap();
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn refused_connection() {
    let api_key = Some("sk-test".to_owned());
    let base_url = Some("http://127.0.0.1:1".to_owned());
    let client = Daybreak::new(Options { base_url, api_key, max_retries: Some(1), ..Options::default() }).unwrap();
    let began = Instant::now();
    let error = client.models().create(&CreateModelRequest::default()).await.unwrap_err();
    assert!(matches!(error, Error::Connection(_)), "{error:?}");
    assert!(began.elapsed() >= Duration::from_millis(375), "it was not tried again");
}

#[tokio::test]
async fn timeout() {
    let server = Flaky::start(vec![Answer::Hang]).await;
    let client = server.client().with_timeout(Duration::from_millis(50)).unwrap();
    let error = client.health().await.unwrap_err();
    assert!(matches!(error, Error::Timeout(_)), "{error:?}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn timeout_counts_for_the_whole_of_an_answer() {
    let drops = vec![" ".to_owned(); 20];
    let server = Flaky::start(vec![Answer::Events(drops, Duration::from_millis(50), Last::Close)]).await;
    let client = server.client().with_timeout(Duration::from_millis(200)).unwrap();
    let error = client.health().await.unwrap_err();
    assert!(matches!(error, Error::Timeout(_)), "{error:?}");
}

#[tokio::test]
async fn error_of_validation() {
    let body = r#"{"error":{"message":"limit: 101 is above 100","type":"invalid_request_error","param":"limit",
        "code":"validation_failed"},"detail":[{"loc":["query","limit"],"msg":"above","type":"maximum"}]}"#;
    let id = vec![("X-Request-Id", "req_1".to_owned())];
    let server = Flaky::start(vec![Answer::Status(422, body.to_owned(), id)]).await;
    let error = server.client().models().list_page(&ListQuery::default()).await.unwrap_err();
    assert_eq!(error.to_string(), "422 limit: 101 is above 100 (request req_1)");
    let error = error.as_api().unwrap();
    assert_eq!((error.status, error.kind()), (422, ApiErrorKind::UnprocessableEntity));
    assert_eq!((error.code, error.param.as_deref()), (Some(ErrorCode::ValidationFailed), Some("limit")));
    assert_eq!((error.issues.len(), error.issues[0].msg.as_str()), (1, "above"));
}

#[tokio::test]
async fn error_of_a_proxy() {
    let server = Flaky::start(vec![status(403, "<html>go away</html>")]).await;
    let error = server.client().health().await.unwrap_err();
    let error = error.as_api().unwrap();
    assert_eq!((error.kind(), error.code), (ApiErrorKind::PermissionDenied, None));
    assert!(error.message.contains("go away"));
}

#[tokio::test]
async fn error_without_a_word() {
    let server = Flaky::start(vec![wait(502, 0).without_body()]).await;
    let error = server.client().with_max_retries(0).health().await.unwrap_err();
    assert_eq!(error.to_string(), "502 Bad Gateway");
    assert_eq!(error.as_api().unwrap().retry_after, Some(Duration::ZERO));
}

#[tokio::test]
async fn kinds_of_errors() {
    for (code, kind) in [
        (400, ApiErrorKind::BadRequest),
        (401, ApiErrorKind::Authentication),
        (403, ApiErrorKind::PermissionDenied),
        (404, ApiErrorKind::NotFound),
        (409, ApiErrorKind::Conflict),
        (413, ApiErrorKind::PayloadTooLarge),
        (415, ApiErrorKind::Other),
        (422, ApiErrorKind::UnprocessableEntity),
        (429, ApiErrorKind::RateLimit),
        (500, ApiErrorKind::InternalServer),
        (503, ApiErrorKind::ServiceUnavailable),
        (507, ApiErrorKind::InsufficientStorage),
    ] {
        let server = Flaky::start(vec![status(code, error_body("conflict", "no"))]).await;
        let error = server.client().with_max_retries(0).health().await.unwrap_err();
        assert_eq!(error.as_api().unwrap().kind(), kind);
    }
}

#[tokio::test]
async fn stream_is_uploaded_once() {
    let server = Flaky::start(vec![wait(503, 0)]).await;
    let content = Body::wrap_stream(futures_util::stream::iter([Ok::<_, std::io::Error>("content")]));
    let error = server.client().artifacts().upload("a", "f", content).await.unwrap_err();
    assert_eq!(error.as_api().unwrap().kind(), ApiErrorKind::ServiceUnavailable);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn error_that_this_client_is_too_old_for() {
    let server = Flaky::start(vec![status(404, error_body("tuesday", "not on Tuesdays"))]).await;
    let error = server.client().health().await.unwrap_err();
    let error = error.as_api().unwrap();
    assert_eq!((error.code, error.message.as_str()), (None, "not on Tuesdays"));
}

#[tokio::test]
async fn system_check_is_not_tried_again() {
    let part = r#"{"success":false,"duration":0.1,"errors":["down"]}"#;
    let body = format!(
        r#"{{"error":{{"message":"down","type":"server_error","param":null,"code":"compute_unavailable"}},"detail":"down",
        "api":{part},"database":{part},"cpu_queue":{part},"gpu_queue":{part},"device":null,"models":[]}}"#
    );
    let soon = vec![("Retry-After", "0".to_owned())];
    let server = Flaky::start(vec![Answer::Status(503, body, soon)]).await;
    let error = server.client().system_check().await.unwrap_err();
    let error = error.as_api().unwrap();
    assert_eq!(error.code, Some(ErrorCode::ComputeUnavailable));
    let check: SystemCheckFailure = serde_json::from_slice(&error.body).unwrap();
    assert_eq!(check.gpu_queue.unwrap().errors, ["down"]);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn answer_that_points_elsewhere() {
    let elsewhere = Flaky::start(vec![status(200, HEALTHY)]).await;
    let away = vec![("Location", elsewhere.url.clone())];
    let server = Flaky::start(vec![Answer::Status(307, String::new(), away)]).await;
    let error = server.client().health().await.unwrap_err();
    assert_eq!(error.as_api().unwrap().status, 307);
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn names_of_a_model() {
    let model: Model = serde_json::from_str(MODEL).unwrap();
    assert_eq!(model.chat_name(), "wandb-artifact:///local/p/n");
    assert_eq!(model.chat_name_at(2), "wandb-artifact:///local/p/n:step2");
}

#[tokio::test]
async fn answer_that_is_no_json() {
    let server = Flaky::start(vec![status(200, "<html>welcome</html>")]).await;
    let error = server.client().health().await.unwrap_err();
    assert!(matches!(error, Error::Connection(_)), "{error:?}");
}

#[tokio::test]
async fn headers() {
    let server = Flaky::start(vec![status(200, HEALTHY)]).await;
    let client = server.client();
    client.health().await.unwrap();
    let headers = &server.requests()[0].headers;
    assert_eq!(headers["authorization"], "Bearer sk-test");
    assert_eq!(headers["user-agent"], concat!("daybreak-client-rust/", env!("CARGO_PKG_VERSION")));
    assert!(!format!("{client:?}").contains("sk-test"), "printing shows the key");
}

#[tokio::test]
async fn empty_names_are_refused() {
    let server = Flaky::start(vec![status(200, "{}")]).await;
    let (base_url, api_key) = (Some(format!("{}/a//b/", server.url)), Some("sk-test".to_owned()));
    let client = Daybreak::new(Options { base_url, api_key, ..Options::default() }).unwrap();
    let (models, jobs, runs, artifacts) = (client.models(), client.training_jobs(), client.runs(), client.artifacts());
    let (logs, checkpoints, query) = (models.logs(), models.checkpoints(), ListQuery::default());
    let log = LogTrajectoriesRequest::default();
    for (name, error) in [
        ("model_id", models.get("").await.err()),
        ("model_id", models.delete("").await.err()),
        ("model_id", models.log("", &log).await.err()),
        ("model_id", logs.list_page("", &query).await.err()),
        ("model_id", logs.groups_page("", "l", &query).await.err()),
        ("model_id", checkpoints.list_page("", &query).await.err()),
        ("model_id", checkpoints.files("", 0).await.err()),
        ("model", models.served_as("").await.err()),
        ("log_id", logs.groups_page("m", "", &query).await.err()),
        ("training_job_id", jobs.get("").await.err()),
        ("training_job_id", jobs.cancel("").await.err()),
        ("training_job_id", jobs.wait("", None).await.err()),
        ("run_id", runs.get("").await.err()),
        ("run_id", runs.tensorboard("").await.err()),
        ("artifact_id", artifacts.get("").await.err()),
        ("artifact_id", artifacts.download("", "f").await.err()),
        ("file_name", artifacts.upload("a", "", "content").await.err()),
        ("file_name", artifacts.download("a", "").await.err()),
    ] {
        assert!(
            matches!(&error, Some(Error::Options(text)) if *text == format!("{name} is empty")),
            "{name}: {error:?}"
        );
    }
    assert!(server.requests().is_empty());
    let _ = models.served_as("wandb-artifact:///local/p/").await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn download() {
    let content = "x".repeat(1 << 20);
    let server = Flaky::start(vec![status(200, content.clone())]).await;
    let client = server.client();
    let pieces =
        client.models().checkpoints().download("m", 1, AdapterFileName::AdapterModelSafetensors).await.unwrap();
    let pieces: Vec<_> = pieces.try_collect().await.unwrap();
    assert_eq!(pieces.concat(), content.as_bytes());
    assert_eq!(server.requests()[0].path, "/v1/preview/models/m/checkpoints/1/files/adapter_model.safetensors");
}

#[tokio::test]
async fn download_may_be_slow_but_not_silent() {
    let pieces = vec!["x".to_owned(); 6];
    let slow = Answer::Events(pieces.clone(), Duration::from_millis(500), Last::Close);
    let silent = Answer::Events(pieces, Duration::ZERO, Last::Hang);
    let server = Flaky::start(vec![slow, silent]).await;
    let client = server.client().with_timeout(Duration::from_secs(2)).unwrap();
    let whole: Vec<_> = client.artifacts().download("a", "f").await.unwrap().try_collect().await.unwrap();
    assert_eq!(whole.concat(), b"xxxxxx");
    let half = client.artifacts().download("a", "f").await.unwrap().try_collect::<Vec<_>>().await;
    assert!(matches!(half, Err(Error::Timeout(_))), "{half:?}");
}

#[tokio::test]
async fn lists_fetch_pages() {
    let page = |last: &str, more: bool| {
        status(
            200,
            format!(r#"{{"object":"list","data":[{MODEL}],"first_id":"x","last_id":"{last}","has_more":{more}}}"#),
        )
    };
    let server = Flaky::start(vec![page("one", true), page("two", true), page("three", false)]).await;
    let models: Vec<_> = server.client().models().list(ListQuery::default()).try_collect().await.unwrap();
    let paths: Vec<_> = server.requests().into_iter().map(|request| request.path).collect();
    assert_eq!(models.len(), 3);
    assert_eq!(paths, ["/v1/preview/models", "/v1/preview/models?after=one", "/v1/preview/models?after=two"]);
}

#[tokio::test]
async fn lists_end_after_an_error() {
    let server = Flaky::start(vec![status(404, error_body("not_found", "no"))]).await;
    let models = server.client().models().list(ListQuery::default()).try_collect::<Vec<_>>().await;
    assert_eq!(models.unwrap_err().as_api().unwrap().kind(), ApiErrorKind::NotFound);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn wait_tells_why_a_job_failed() {
    let job = |state: &str| {
        status(
            200,
            format!(
                r#"{{"id":"j","status":"{state}","kind":"rl","model_id":"m","step":null,"created":"now",
                "steps_done":0,"total_steps":null,"queue_position":null,"config":{{}},"notice":null,"ignored_fields":[],
                "retry_of":null,"training_start":null,"training_end":null,"error_message":"out of memory"}}"#
            ),
        )
    };
    let server = Flaky::start(vec![job("running"), job("failed")]).await;
    let error = server.client().training_jobs().wait("j", None).await.unwrap_err();
    assert_eq!(error.to_string(), "training job j failed: out of memory");
    let server = Flaky::start(vec![job("running")]).await;
    let error = server.client().training_jobs().wait("j", Some(Duration::from_millis(50))).await.unwrap_err();
    assert!(matches!(error, Error::Timeout(_)), "{error:?}");
}

#[tokio::test]
async fn events_follow_a_job() {
    let page = |last: &str, events: &[&str]| {
        let data = events.join(",");
        status(200, format!(r#"{{"object":"list","data":[{data}],"first_id":"","last_id":"{last}","has_more":false}}"#))
    };
    let started = r#"{"id":"a","type":"training_started","data":{"num_sequences":1}}"#;
    let step = r#"{"id":"b","type":"gradient_step","data":{"loss/train":0.5}}"#;
    let ended = r#"{"id":"c","type":"training_ended","data":{}}"#;
    let server = Flaky::start(vec![page("a", &[started]), page("", &[]), page("c", &[step, ended])]).await;
    let events: Vec<_> = server.client().training_jobs().events("j").try_collect().await.unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.kind()).collect();
    assert_eq!(kinds, ["training_started", "gradient_step", "training_ended"]);
    let seen = server.requests();
    assert!(seen[1].path == seen[2].path && seen[2].path.ends_with("after=a"), "{seen:?}");
}
