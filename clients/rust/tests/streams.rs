//! Tests of streams that succeed, fail, lose the connection or send nothing.

mod flaky;

use std::time::Duration;

use daybreak_client::types::{ChatCompletionRequest, ErrorCode};
use daybreak_client::{ApiErrorKind, Daybreak, Error, Result, StreamExt};
use flaky::{Answer, Flaky, Last, error_body, status, wait};

fn event(text: &str) -> String {
    let choice = serde_json::json!({ "index": 0, "delta": { "content": text }, "finish_reason": null });
    let chunk = serde_json::json!({
        "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice],
    });
    format!("data: {chunk}\n\n")
}

fn events(pieces: &[&str], last: Last) -> Answer {
    Answer::Events(pieces.iter().map(|piece| (*piece).to_owned()).collect(), Duration::ZERO, last)
}

/// Returns the streamed text and the result of the stream.
async fn collect(client: &Daybreak) -> (String, Result<()>) {
    let mut text = String::new();
    let mut stream = match client.chat().completions().stream(&ChatCompletionRequest::default()).await {
        Ok(stream) => stream,
        Err(error) => return (text, Err(error)),
    };
    while let Some(chunk) = stream.next().await {
        match chunk {
            Ok(chunk) => text.push_str(chunk.text()),
            Err(error) => return (text, Err(error)),
        }
    }
    (text, Ok(()))
}

#[tokio::test]
async fn in_pieces() {
    let (first, second) = (event("Yes"), event(", é"));
    let pieces = [": comment\n\n", &first[..30], &first[30..], &second, "data: [DONE]\n\n"];
    let server = Flaky::start(vec![events(&pieces, Last::Close)]).await;
    let (text, end) = collect(&server.client()).await;
    assert_eq!(text, "Yes, é");
    end.unwrap();
    let request = &server.requests()[0];
    assert!(request.body.contains(r#""stream":true"#));
    assert_eq!(request.headers["accept"], "text/event-stream");
}

#[tokio::test]
async fn that_is_not_wanted() {
    let server = Flaky::start(vec![status(200, "{}")]).await;
    let request = ChatCompletionRequest { stream: Some(true), ..Default::default() };
    server.client().chat().completions().create(&request).await.unwrap_err();
    assert!(!server.requests()[0].body.contains("stream"));
}

#[tokio::test]
async fn that_breaks_off() {
    for last in [Last::Close, Last::Reset] {
        let server = Flaky::start(vec![events(&[&event("Yes")], last)]).await;
        let (text, end) = collect(&server.client()).await;
        assert!(last == Last::Reset || text == "Yes");
        assert!(matches!(end, Err(Error::Connection(_))), "{end:?}");
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn that_fails() {
    let fault = format!("data: {}\n\n", error_body("compute_unavailable", "the device is lost"));
    let server = Flaky::start(vec![events(&[&event("Yes"), &fault], Last::Close)]).await;
    let (text, end) = collect(&server.client()).await;
    assert_eq!(text, "Yes");
    match end {
        Err(Error::Stream(error)) => assert_eq!(error.code, Some(ErrorCode::ComputeUnavailable)),
        other => panic!("it ended with {other:?}"),
    }
}

#[tokio::test]
async fn that_does_not_start() {
    let server = Flaky::start(vec![wait(429, 0), status(400, error_body("unsupported_value", "no"))]).await;
    let (_, end) = collect(&server.client()).await;
    assert_eq!(end.unwrap_err().as_api().unwrap().kind(), ApiErrorKind::BadRequest);
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn that_is_silent() {
    let server = Flaky::start(vec![events(&[&event("Yes")], Last::Hang)]).await;
    let client = server.client().with_timeout(Duration::from_secs(2)).unwrap();
    let (text, end) = collect(&client).await;
    assert_eq!(text, "Yes");
    assert!(matches!(end, Err(Error::Timeout(_))), "{end:?}");
}

#[tokio::test]
async fn that_never_starts() {
    let server = Flaky::start(vec![Answer::Hang]).await;
    let client = server.client().with_timeout(Duration::from_millis(100)).unwrap();
    let (_, end) = collect(&client).await;
    assert!(matches!(end, Err(Error::Timeout(_))), "{end:?}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn that_is_slow() {
    let mut pieces = vec![event("x"); 6];
    pieces.push("data: [DONE]\n\n".to_owned());
    let server = Flaky::start(vec![Answer::Events(pieces, Duration::from_millis(500), Last::Close)]).await;
    let client = server.client().with_timeout(Duration::from_secs(2)).unwrap();
    let (text, end) = collect(&client).await;
    assert_eq!(text, "xxxxxx");
    end.unwrap();
}

#[tokio::test]
async fn that_is_dropped() {
    let server = Flaky::start(vec![events(&[&event("Yes")], Last::Hang)]).await;
    let client = server.client();
    let mut stream = client.chat().completions().stream(&ChatCompletionRequest::default()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().text(), "Yes");
    drop(stream);
    tokio::time::timeout(Duration::from_secs(60), server.closed()).await.expect("the connection is still open");
}
