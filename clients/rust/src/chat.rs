use futures_util::{StreamExt, stream};
use reqwest::header::ACCEPT;
use serde_json::Value;

use crate::error::{ApiError, Error, Result, answer};
use crate::events::Events;
use crate::types::{ChatCompletion, ChatCompletionChunk, ChatCompletionRequest, ChatMessage, ChatMessageContent};
use crate::{Daybreak, Items};

/// The chat endpoints.
#[derive(Clone, Copy, Debug)]
pub struct Chat<'a>(pub(crate) &'a Daybreak);

/// Chat completions.
#[derive(Clone, Copy, Debug)]
pub struct ChatCompletions<'a>(&'a Daybreak);

impl<'a> Chat<'a> {
    /// Chat completions.
    pub fn completions(&self) -> ChatCompletions<'a> {
        ChatCompletions(self.0)
    }
}

impl ChatCompletions<'_> {
    /// Creates a chat completion.
    pub async fn create(&self, request: &ChatCompletionRequest) -> Result<ChatCompletion> {
        let request = ChatCompletionRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_chat_completion(None, &request)).await
    }

    /// Streams a chat completion in chunks. Dropping the stream closes the connection, and the server stops generating.
    /// An error ends the stream: [`Error::Stream`] if the server reports an error, [`Error::Connection`] if the
    /// connection is lost.
    pub async fn stream(&self, request: &ChatCompletionRequest) -> Result<Items<ChatCompletionChunk>> {
        let api = &self.0.api;
        let request = ChatCompletionRequest { stream: Some(true), ..request.clone() };
        let call = api.client.post(format!("{}/v1/chat/completions", api.baseurl));
        let call = call.header(ACCEPT, "text/event-stream").json(&request).build()?;
        let response = api.inner.send(&api.client, call, false).await?;
        if response.status() != reqwest::StatusCode::OK {
            return Err(ApiError::read(response).await);
        }
        Ok(chunks(response))
    }
}

fn chunks(response: reqwest::Response) -> Items<ChatCompletionChunk> {
    let body = (response.bytes_stream(), Events::default());
    stream::try_unfold(body, |(mut body, mut events)| async move {
        loop {
            if let Some(data) = events.next() {
                let chunk = if data == "[DONE]" { None } else { Some(chunk(&data)?) };
                return Ok(chunk.map(|chunk| (chunk, (body, events))));
            }
            match body.next().await {
                Some(piece) => events.push(&piece?)?,
                None => return Err(Error::Connection("the stream ended before [DONE]".to_owned())),
            }
        }
    })
    .boxed()
}

fn chunk(data: &str) -> Result<ChatCompletionChunk> {
    let wrong = |error| Error::Connection(format!("a stream event does not match the API version: {error}"));
    let body: Value = serde_json::from_str(data).map_err(wrong)?;
    match Error::of_event(&body) {
        Some(error) => Err(error),
        None => serde_json::from_value(body).map_err(wrong),
    }
}

impl ChatMessage {
    /// Creates a message of any role: `user`, `system`, `assistant` or another that the chat template supports.
    pub fn new(role: impl Into<String>, text: impl Into<String>) -> Self {
        Self { role: role.into(), content: Some(ChatMessageContent::String(text.into())), ..Self::default() }
    }

    /// Creates a message of the role `user`.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new("user", text)
    }
}

impl ChatCompletionChunk {
    /// Returns the text that the chunk adds to the first choice, or an empty string.
    #[must_use]
    pub fn text(&self) -> &str {
        let choice = self.choices.first();
        choice.and_then(|choice| choice.delta.content.as_deref()).unwrap_or_default()
    }
}
