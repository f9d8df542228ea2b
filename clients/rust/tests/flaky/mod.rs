#![allow(dead_code)] // each test file uses a part of this module

//! Server that sends its responses in order, one for each request, and repeats the last one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use daybreak_client::{Daybreak, Options};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Reaction to a request.
#[derive(Clone)]
pub enum Answer {
    Status(u16, String, Vec<(&'static str, String)>),
    /// Pieces of an event stream, each sent after the pause, and the action at its end.
    Events(Vec<String>, Duration, Last),
    Reset,
    Hang,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Last {
    Close,
    Reset,
    Hang,
}

impl Answer {
    pub fn without_body(self) -> Self {
        match self {
            Self::Status(code, _, headers) => Self::Status(code, String::new(), headers),
            other => other,
        }
    }
}

/// Request that the server received.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub method: String,
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

pub struct Flaky {
    pub url: String,
    seen: Arc<Mutex<Vec<Exchange>>>,
    gone: Arc<Mutex<usize>>,
}

pub fn status(code: u16, body: impl Into<String>) -> Answer {
    Answer::Status(code, body.into(), Vec::new())
}

/// Returns an error response with `Retry-After`.
pub fn wait(code: u16, seconds: u32) -> Answer {
    let body = error_body("queue_full", "try again");
    Answer::Status(code, body, vec![("Retry-After", seconds.to_string())])
}

pub fn error_body(code: &str, message: &str) -> String {
    let error = serde_json::json!({ "message": message, "type": "server_error", "param": null, "code": code });
    serde_json::json!({ "error": error, "detail": message }).to_string()
}

impl Flaky {
    pub async fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { url, seen: Arc::default(), gone: Arc::default() };
        let (seen, gone) = (server.seen.clone(), server.gone.clone());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (answers, seen, gone) = (answers.clone(), seen.clone(), gone.clone());
                tokio::spawn(async move {
                    serve(socket, &answers, &seen).await;
                    *gone.lock().unwrap() += 1;
                });
            }
        });
        server
    }

    pub fn client(&self) -> Daybreak {
        let (base_url, api_key) = (Some(self.url.clone()), Some("sk-test".to_owned()));
        Daybreak::new(Options { base_url, api_key, ..Options::default() }).unwrap()
    }

    pub fn requests(&self) -> Vec<Exchange> {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until the client has closed a connection.
    pub async fn closed(&self) {
        while *self.gone.lock().unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Responds to one request on each connection.
async fn serve(mut socket: TcpStream, answers: &[Answer], seen: &Mutex<Vec<Exchange>>) {
    let Some(exchange) = read(&mut socket).await else { return };
    let count = {
        let mut seen = seen.lock().unwrap();
        seen.push(exchange);
        seen.len() - 1
    };
    match &answers[count.min(answers.len() - 1)] {
        Answer::Status(code, body, headers) => {
            let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            let length = body.len();
            let head = format!("HTTP/1.1 {code} X\r\nContent-Length: {length}\r\nConnection: close\r\n{more}\r\n");
            let _ = socket.write_all((head + body).as_bytes()).await;
        }
        Answer::Events(pieces, pause, last) => {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
            let _ = socket.write_all(head.as_bytes()).await;
            for piece in pieces {
                tokio::time::sleep(*pause).await;
                let _ = socket.write_all(piece.as_bytes()).await;
            }
            match last {
                Last::Close => (),
                Last::Reset => socket.set_zero_linger().unwrap(),
                Last::Hang => hang(&mut socket).await,
            }
        }
        Answer::Reset => socket.set_zero_linger().unwrap(),
        Answer::Hang => hang(&mut socket).await,
    }
}

/// Sends nothing until the client disconnects.
async fn hang(socket: &mut TcpStream) {
    while socket.read(&mut [0; 64]).await.is_ok_and(|count| count > 0) {}
}

async fn read(socket: &mut TcpStream) -> Option<Exchange> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if socket.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ').map(str::to_owned);
    let (method, path) = (first.next()?, first.next()?);
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let headers: HashMap<_, _> = lines.filter_map(header).collect();
    let length: usize = headers.get("content-length").map_or(0, |text| text.parse().unwrap());
    let mut body = bytes.split_off(end + 4);
    while body.len() < length && socket.read_buf(&mut body).await.ok()? > 0 {}
    Some(Exchange { method, path, headers, body: String::from_utf8_lossy(&body).into_owned() })
}
