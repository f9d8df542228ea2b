//! Client of Daybreak, a self-hosted service that trains language models and serves chat from their newest weights.
//!
//! [`Daybreak`] calls one server; [`types`] has the requests and answers. Every call gives a [`Result`] with [`Error`],
//! and is tried again as [`Options::max_retries`] says.
#![doc = include_str!("../README.md")]

mod artifacts;
mod chat;
mod completions;
mod error;
mod events;
#[rustfmt::skip]
mod generated;
mod kept_trajectories;
mod logs;
mod messages;
mod models;
mod options;
mod pages;
mod responses;
mod retry;
mod runs;
mod sessions;
mod training_jobs;
mod updates;

use std::time::Duration;

pub use artifacts::Artifacts;
pub use bytes::Bytes;
pub use chat::{Chat, ChatCompletions};
pub use completions::Completions;
pub use error::{ApiError, ApiErrorKind, Error, Result, StreamError};
pub use futures_util::{StreamExt, TryStreamExt};
pub use generated::types;
pub use kept_trajectories::{Trajectories, TrajectoryQuery};
pub use logs::Logs;
pub use messages::Messages;
pub use models::{Checkpoints, Models};
pub use options::Options;
pub use pages::{Items, ListQuery};
pub use reqwest::Body;
pub use responses::Responses;
pub use runs::{RunQuery, Runs, SeriesQuery};
pub use sessions::Sessions;
pub use training_jobs::{JobQuery, TrainingJobs, trajectories};
pub use updates::Updates;

use error::answer;
use retry::Policy;

/// Calls one server. Clones share their connections.
#[derive(Clone, Debug)]
pub struct Daybreak {
    api: generated::Client,
    options: options::Resolved,
}

impl Daybreak {
    /// A client whose options come from the environment.
    pub fn from_env() -> Result<Self> {
        Self::new(Options::default())
    }

    /// A client. What the options leave out comes from the environment, as [`Options`] says.
    pub fn new(options: Options) -> Result<Self> {
        Self::from_resolved(options.resolved(|name| std::env::var(name).ok())?)
    }

    fn from_resolved(options: options::Resolved) -> Result<Self> {
        let policy = Policy { max_retries: options.max_retries, timeout: options.timeout };
        let client = options.http_client()?;
        let api = generated::Client::new_with_client(&options.base_url, client, policy);
        Ok(Self { api, options })
    }

    /// This client with another timeout, and with connections of its own.
    pub fn with_timeout(&self, timeout: Duration) -> Result<Self> {
        Self::from_resolved(options::Resolved { timeout, ..self.options.clone() })
    }

    /// This client with another number of retries.
    #[must_use]
    pub fn with_max_retries(&self, max_retries: u32) -> Self {
        let mut client = self.clone();
        client.options.max_retries = max_retries;
        client.api.inner.max_retries = max_retries;
        client
    }

    /// Conversations.
    pub fn chat(&self) -> Chat<'_> {
        Chat(self)
    }

    /// Text completions, without a chat template.
    pub fn completions(&self) -> Completions<'_> {
        Completions(self)
    }

    /// Chat in the words of Anthropic's Messages API.
    pub fn messages(&self) -> Messages<'_> {
        Messages(self)
    }

    /// Chat in the words of the Responses API.
    pub fn responses(&self) -> Responses<'_> {
        Responses(self)
    }

    /// The tokens of a text or of a conversation.
    pub async fn tokenize(&self, request: &types::TokenizeRequest) -> Result<types::TokenizedText> {
        answer(self.api.tokenize(request)).await
    }

    /// The text of tokens.
    pub async fn detokenize(&self, request: &types::DetokenizeRequest) -> Result<String> {
        Ok(answer(self.api.detokenize(request)).await?.prompt.to_string())
    }

    /// The tokenizer's settings and the chat template of the server's first model.
    pub async fn tokenizer_info(&self) -> Result<types::TokenizerInfo> {
        answer(self.api.get_tokenizer_info()).await
    }

    /// How many chats and completions, of all owners, are in flight. The key needs the scope `metrics`.
    pub async fn load(&self) -> Result<i64> {
        Ok(answer(self.api.get_load()).await?.server_load)
    }

    /// The figures of the server, in Prometheus' text format. The key needs the scope `metrics`.
    pub async fn metrics(&self) -> Result<String> {
        let mut pieces = artifacts::pieces(answer(self.api.get_metrics()).await?);
        let mut text = Vec::new();
        while let Some(piece) = pieces.next().await {
            text.extend_from_slice(&piece?);
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Models, their checkpoints and what is served.
    pub fn models(&self) -> Models<'_> {
        Models(self)
    }

    /// Training.
    pub fn training_jobs(&self) -> TrainingJobs<'_> {
        TrainingJobs(self)
    }

    /// Tracking runs.
    pub fn runs(&self) -> Runs<'_> {
        Runs(self)
    }

    /// Uploaded files.
    pub fn artifacts(&self) -> Artifacts<'_> {
        Artifacts(self)
    }

    /// What has changed.
    pub fn updates(&self) -> Updates<'_> {
        Updates(self)
    }

    /// Keys of a few hours, for browsers.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self)
    }

    /// What the server does and holds now. The key needs the scope `metrics`.
    pub async fn stats(&self) -> Result<types::Stats> {
        answer(self.api.get_stats()).await
    }

    /// The workers of the server's cluster; one for a server alone. The key needs the scope `metrics`.
    pub async fn workers(&self) -> Result<Vec<types::Worker>> {
        Ok(answer(self.api.list_workers()).await?.data)
    }

    /// What is known of this client's key, which may be a session.
    pub async fn key(&self) -> Result<types::Key> {
        answer(self.api.get_key()).await
    }

    /// The server's version.
    pub async fn version(&self) -> Result<String> {
        Ok(answer(self.api.get_version()).await?.version)
    }

    /// Whether the HTTP process lives.
    pub async fn health(&self) -> Result<types::Health> {
        answer(self.api.get_health()).await
    }

    /// Whether the process is alive.
    pub async fn livez(&self) -> Result<()> {
        answer(self.api.get_livez()).await.map(|_| ())
    }

    /// Whether the server can take requests. When it cannot, it is an [`ApiError`] of status 503 that tells what is not
    /// ready; that is not tried again.
    pub async fn readyz(&self) -> Result<()> {
        answer(self.api.get_readyz()).await.map(|_| ())
    }

    /// Tries each part of the service. When one does not work it is an [`ApiError`] of status 503, whose body is a
    /// [`types::SystemCheckFailure`]; that is not tried again.
    pub async fn system_check(&self) -> Result<types::SystemCheck> {
        answer(self.api.get_system_check()).await
    }
}
