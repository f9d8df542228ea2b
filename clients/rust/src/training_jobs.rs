use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::time::{Instant, sleep, timeout_at};

use crate::error::{Error, Result, answer};
use crate::pages::each;
use crate::types::{
    ChatChoice, ChatMessage, CreateSftTrainingJobRequest, CreateTrainingJobRequest, JobGroup, JobGroupPage, JobStatus,
    MessagesAndChoicesItem, TrainingEvent, TrainingEventPage, TrainingJob, TrainingJobPage, Trajectory,
    TrajectoryMessage,
};
use crate::{Daybreak, Items, ListQuery};

const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// RL and SFT training jobs.
#[derive(Clone, Copy, Debug)]
pub struct TrainingJobs<'a>(pub(crate) &'a Daybreak);

/// Filters of a list of jobs.
#[derive(Clone, Debug, Default)]
pub struct JobQuery {
    /// Only jobs of this model.
    pub model_id: Option<String>,
    /// Only jobs with this status.
    pub status: Option<JobStatus>,
    /// Start, page size and order.
    pub page: ListQuery,
}

impl TrainingJobs<'_> {
    /// Creates an RL training job. See [`trajectories`] for its data.
    pub async fn create(&self, request: &CreateTrainingJobRequest) -> Result<TrainingJob> {
        answer(self.0.api.create_training_job(request)).await
    }

    /// Creates an SFT training job on conversations uploaded as an artifact, given by its `url`.
    pub async fn create_sft(&self, request: &CreateSftTrainingJobRequest) -> Result<TrainingJob> {
        answer(self.0.api.create_sft_training_job(request)).await
    }

    /// Returns a training job.
    pub async fn get(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.get_training_job(job_id)).await
    }

    /// Lists training jobs, optionally only those of one model or status.
    pub fn list(&self, query: JobQuery) -> Items<TrainingJob> {
        let client = self.0.clone();
        each(query.page.clone(), move |page| {
            let (client, query) = (client.clone(), JobQuery { page, ..query.clone() });
            async move { client.training_jobs().list_page(&query).await }
        })
    }

    /// Returns one page of jobs.
    pub async fn list_page(&self, query: &JobQuery) -> Result<TrainingJobPage> {
        let JobQuery { model_id, status, page } = query;
        let (after, model_id) = (page.after.as_deref(), model_id.as_deref());
        answer(self.0.api.list_training_jobs(after, None, page.limit, model_id, page.order, *status)).await
    }

    /// Lists the trajectory groups of an RL job with their rewards and outcomes.
    pub fn groups(&self, job_id: &str, query: ListQuery) -> Items<JobGroup> {
        let (client, job_id) = (self.0.clone(), job_id.to_owned());
        each(query, move |query| {
            let (client, job_id) = (client.clone(), job_id.clone());
            async move { client.training_jobs().groups_page(&job_id, &query).await }
        })
    }

    /// Returns one page of the groups of a job.
    pub async fn groups_page(&self, job_id: &str, query: &ListQuery) -> Result<JobGroupPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_job_groups(job_id, after, None, query.limit)).await
    }

    /// Cancels a queued or running job.
    pub async fn cancel(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.cancel_training_job(job_id)).await
    }

    /// Retries a failed or cancelled job, as a new job that resumes after the last gradient step of the old one.
    pub async fn retry(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.retry_training_job(job_id)).await
    }

    /// Returns one page of a job's events. It is empty if there are no events after the cursor yet.
    pub async fn event_page(&self, job_id: &str, after: Option<&str>, limit: Option<i64>) -> Result<TrainingEventPage> {
        answer(self.0.api.list_training_job_events(job_id, after, None, limit)).await
    }

    /// Streams each event of a job as it occurs, up to `training_ended` or `training_failed`.
    pub fn events(&self, job_id: &str) -> Items<TrainingEvent> {
        stream::try_unfold(Follower::new(self.0, job_id), |mut state| async move {
            let event = state.next().await?;
            Ok(event.map(|event| (event, state)))
        })
        .boxed()
    }

    /// Waits for a job to succeed and returns it. Fails with [`Error::TrainingJob`] if it failed or was cancelled, and
    /// with [`Error::Timeout`] after `longest`.
    pub async fn wait(&self, job_id: &str, longest: Option<Duration>) -> Result<TrainingJob> {
        let Some(longest) = longest else {
            return self.ended(job_id).await;
        };
        let ended = timeout_at(Instant::now() + longest, self.ended(job_id)).await;
        ended.unwrap_or_else(|_| Err(Error::Timeout(format!("job {job_id} has not ended within {longest:?}"))))
    }

    async fn ended(&self, job_id: &str) -> Result<TrainingJob> {
        loop {
            let job = self.get(job_id).await?;
            match job.status {
                JobStatus::Succeeded => return Ok(job),
                JobStatus::Failed | JobStatus::Cancelled => return Err(Error::TrainingJob(Box::new(job))),
                JobStatus::Queued | JobStatus::Running => sleep(POLL_INTERVAL).await,
            }
        }
    }
}

/// State of a stream of job events.
struct Follower {
    client: Daybreak,
    job_id: String,
    after: Option<String>,
    read: VecDeque<TrainingEvent>,
    more: bool,
    ended: bool,
}

impl Follower {
    fn new(client: &Daybreak, job_id: &str) -> Self {
        Self {
            client: client.clone(),
            job_id: job_id.to_owned(),
            after: None,
            read: VecDeque::new(),
            more: true,
            ended: false,
        }
    }

    async fn next(&mut self) -> Result<Option<TrainingEvent>> {
        loop {
            if self.ended {
                return Ok(None);
            }
            if let Some(event) = self.read.pop_front() {
                self.ended = event.is_last();
                return Ok(Some(event));
            }
            if !self.more {
                sleep(POLL_INTERVAL).await;
            }
            let jobs = self.client.training_jobs();
            let page = jobs.event_page(&self.job_id, self.after.as_deref(), None).await?;
            self.more = page.has_more;
            self.after = Some(page.last_id).filter(|id| !id.is_empty()).or(self.after.take());
            self.read = page.data.into();
        }
    }
}

impl TrainingEvent {
    /// Returns the event's `type`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TrainingStartedEvent(_) => "training_started",
            Self::GradientStepEvent(_) => "gradient_step",
            Self::TrainingEndedEvent(_) => "training_ended",
            Self::TrainingFailedEvent(_) => "training_failed",
        }
    }

    /// Returns whether this is the last event of its job.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Self::TrainingEndedEvent(_) | Self::TrainingFailedEvent(_))
    }
}

/// Returns training data for an RL job: a trajectory for each choice of a chat completion, with its reward.
pub fn trajectories(conversation: &[ChatMessage], choices: &[ChatChoice], rewards: &[f64]) -> Result<Vec<Trajectory>> {
    if choices.len() != rewards.len() {
        let (choices, rewards) = (choices.len(), rewards.len());
        return Err(Error::Options(format!(
            "there are {choices} choices and {rewards} rewards; allowed is one reward for each choice"
        )));
    }
    let messages: Vec<_> = conversation.iter().map(item).collect::<Result<_>>()?;
    let one = |(choice, reward): (&ChatChoice, &f64)| Trajectory {
        messages_and_choices: Some(messages.iter().cloned().chain([choice.clone().into()]).collect()),
        reward: Some(*reward),
        ..Trajectory::default()
    };
    Ok(choices.iter().zip(rewards).map(one).collect())
}

fn item(message: &ChatMessage) -> Result<MessagesAndChoicesItem> {
    let known = serde_json::to_value(message).and_then(serde_json::from_value::<TrajectoryMessage>);
    let message = known.map_err(|error| Error::Options(format!("a message cannot be trained on: {error}")))?;
    Ok(message.into())
}
