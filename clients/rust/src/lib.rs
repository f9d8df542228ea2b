//! Client of Daybreak, a self-hosted service that trains language models and serves chat from their newest weights.
//!
//! [`Daybreak`] is the client; [`types`] has the requests and responses. Calls return a [`Result`] with [`Error`].
//! Failed calls are retried up to [`Options::max_retries`] times.
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

/// Client of one Daybreak server. Clones share their connections.
#[derive(Clone, Debug)]
pub struct Daybreak {
    api: generated::Client,
    options: options::Resolved,
}

impl Daybreak {
    /// Creates a client configured by the environment, as described at [`Options`].
    pub fn from_env() -> Result<Self> {
        Self::new(Options::default())
    }

    /// Creates a client. Unset options have the defaults described at [`Options`].
    pub fn new(options: Options) -> Result<Self> {
        Self::from_resolved(options.resolved(|name| std::env::var(name).ok())?)
    }

    fn from_resolved(options: options::Resolved) -> Result<Self> {
        let policy = Policy { max_retries: options.max_retries, timeout: options.timeout };
        let client = options.http_client()?;
        let api = generated::Client::new_with_client(&options.base_url, client, policy);
        Ok(Self { api, options })
    }

    /// Returns this client with another timeout and separate connections.
    pub fn with_timeout(&self, timeout: Duration) -> Result<Self> {
        Self::from_resolved(options::Resolved { timeout, ..self.options.clone() })
    }

    /// Returns this client with another number of retries.
    #[must_use]
    pub fn with_max_retries(&self, max_retries: u32) -> Self {
        let mut client = self.clone();
        client.options.max_retries = max_retries;
        client.api.inner.max_retries = max_retries;
        client
    }

    /// The chat endpoints.
    pub fn chat(&self) -> Chat<'_> {
        Chat(self)
    }

    /// Text completions, without a chat template.
    pub fn completions(&self) -> Completions<'_> {
        Completions(self)
    }

    /// Anthropic's Messages API.
    pub fn messages(&self) -> Messages<'_> {
        Messages(self)
    }

    /// OpenAI's Responses API.
    pub fn responses(&self) -> Responses<'_> {
        Responses(self)
    }

    /// Tokenizes a text or a conversation.
    pub async fn tokenize(&self, request: &types::TokenizeRequest) -> Result<types::TokenizedText> {
        answer(self.api.tokenize(request)).await
    }

    /// Converts token ids to text, with the tokenizer of `model` or else of the server's default model.
    pub async fn detokenize(&self, request: &types::DetokenizeRequest) -> Result<String> {
        Ok(answer(self.api.detokenize(request)).await?.prompt.to_string())
    }

    /// Returns the tokenizer configuration and the chat template of the server's default model.
    pub async fn tokenizer_info(&self) -> Result<types::TokenizerInfo> {
        answer(self.api.get_tokenizer_info()).await
    }

    /// Counts the chat completions and completions in flight, of all owners. The key needs the scope `metrics`.
    pub async fn load(&self) -> Result<i64> {
        Ok(answer(self.api.get_load()).await?.server_load)
    }

    /// Returns the server's metrics in Prometheus' text format. The key needs the scope `metrics`.
    pub async fn metrics(&self) -> Result<String> {
        let mut pieces = artifacts::pieces(answer(self.api.get_metrics()).await?);
        let mut text = Vec::new();
        while let Some(piece) = pieces.next().await {
            text.extend_from_slice(&piece?);
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Trained models, and the models that chat can use.
    pub fn models(&self) -> Models<'_> {
        Models(self)
    }

    /// RL and SFT training jobs.
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

    /// Changes of resources.
    pub fn updates(&self) -> Updates<'_> {
        Updates(self)
    }

    /// Sessions: short-lived keys that browsers hold instead of the API key.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions(self)
    }

    /// Returns the current statistics of the server. The key needs the scope `metrics`.
    pub async fn stats(&self) -> Result<types::Stats> {
        answer(self.api.get_stats()).await
    }

    /// Lists the workers of the cluster; a single server lists itself. The key needs the scope `metrics`.
    pub async fn workers(&self) -> Result<Vec<types::Worker>> {
        Ok(answer(self.api.list_workers()).await?.data)
    }

    /// Describes the API key or session that this client uses.
    pub async fn key(&self) -> Result<types::Key> {
        answer(self.api.get_key()).await
    }

    /// Returns the version of the server.
    pub async fn version(&self) -> Result<String> {
        Ok(answer(self.api.get_version()).await?.version)
    }

    /// Checks the health of the service. If the engine does not work, the error is an [`ApiError`] of status 503.
    pub async fn health(&self) -> Result<types::Health> {
        answer(self.api.get_health()).await
    }

    /// Checks that the server process is alive.
    pub async fn livez(&self) -> Result<()> {
        answer(self.api.get_livez()).await.map(|_| ())
    }

    /// Checks that the server can take requests. Otherwise the error is an [`ApiError`] of status 503 that names the
    /// part not ready. It is not retried.
    pub async fn readyz(&self) -> Result<()> {
        answer(self.api.get_readyz()).await.map(|_| ())
    }

    /// Checks each part of the service. If one does not work, the error is an [`ApiError`] of status 503, whose body is
    /// a [`types::SystemCheckFailure`] with the result of each part. It is not retried.
    pub async fn system_check(&self) -> Result<types::SystemCheck> {
        answer(self.api.get_system_check()).await
    }
}
