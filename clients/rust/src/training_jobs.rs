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

/// Training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingJobs<'a>(pub(crate) &'a Daybreak);

/// Which jobs to list.
#[derive(Clone, Debug, Default)]
pub struct JobQuery {
    /// Only those of this model.
    pub model_id: Option<String>,
    /// Only those in this state.
    pub status: Option<JobStatus>,
    /// Where the list begins, and its pages.
    pub page: ListQuery,
}

impl TrainingJobs<'_> {
    /// Trains a model by reinforcement.
    pub async fn create(&self, request: &CreateTrainingJobRequest) -> Result<TrainingJob> {
        answer(self.0.api.create_training_job(request)).await
    }

    /// Fine-tunes a model on uploaded conversations.
    pub async fn create_sft(&self, request: &CreateSftTrainingJobRequest) -> Result<TrainingJob> {
        answer(self.0.api.create_sft_training_job(request)).await
    }

    /// Reads a job.
    pub async fn get(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.get_training_job(job_id)).await
    }

    /// All jobs, of one model or in one state when the query says so.
    pub fn list(&self, query: JobQuery) -> Items<TrainingJob> {
        let client = self.0.clone();
        each(query.page.clone(), move |page| {
            let (client, query) = (client.clone(), JobQuery { page, ..query.clone() });
            async move { client.training_jobs().list_page(&query).await }
        })
    }

    /// One page of jobs.
    pub async fn list_page(&self, query: &JobQuery) -> Result<TrainingJobPage> {
        let JobQuery { model_id, status, page } = query;
        let (after, model_id) = (page.after.as_deref(), model_id.as_deref());
        answer(self.0.api.list_training_jobs(after, None, page.limit, model_id, page.order, *status)).await
    }

    /// The trajectory groups of an RL job: their rewards, and what became of them.
    pub fn groups(&self, job_id: &str, query: ListQuery) -> Items<JobGroup> {
        let (client, job_id) = (self.0.clone(), job_id.to_owned());
        each(query, move |query| {
            let (client, job_id) = (client.clone(), job_id.clone());
            async move { client.training_jobs().groups_page(&job_id, &query).await }
        })
    }

    /// One page of the groups of a job.
    pub async fn groups_page(&self, job_id: &str, query: &ListQuery) -> Result<JobGroupPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_job_groups(job_id, after, None, query.limit)).await
    }

    /// Cancels a job that is queued or running.
    pub async fn cancel(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.cancel_training_job(job_id)).await
    }

    /// A new job that goes on after the last gradient step of one that failed or was cancelled.
    pub async fn retry(&self, job_id: &str) -> Result<TrainingJob> {
        answer(self.0.api.retry_training_job(job_id)).await
    }

    /// One page of a job's events, after the event of that id.
    pub async fn event_page(&self, job_id: &str, after: Option<&str>, limit: Option<i64>) -> Result<TrainingEventPage> {
        answer(self.0.api.list_training_job_events(job_id, after, None, limit)).await
    }

    /// Follows a job: gives every event, waits for the next ones, and ends after `training_ended` or `training_failed`.
    pub fn events(&self, job_id: &str) -> Items<TrainingEvent> {
        stream::try_unfold(Follower::new(self.0, job_id), |mut state| async move {
            let event = state.next().await?;
            Ok(event.map(|event| (event, state)))
        })
        .boxed()
    }

    /// Waits until a job has ended, for `longest` at most. A job that failed or was cancelled is
    /// [`Error::TrainingJob`].
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

/// Reads the events of a job as they come.
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
    /// The event's `type`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TrainingStartedEvent(_) => "training_started",
            Self::GradientStepEvent(_) => "gradient_step",
            Self::TrainingEndedEvent(_) => "training_ended",
            Self::TrainingFailedEvent(_) => "training_failed",
        }
    }

    /// Whether no event comes after it.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Self::TrainingEndedEvent(_) | Self::TrainingFailedEvent(_))
    }
}

/// Makes training data of a conversation and the answers that a chat gave to it, each with its reward.
pub fn trajectories(conversation: &[ChatMessage], choices: &[ChatChoice], rewards: &[f64]) -> Result<Vec<Trajectory>> {
    if choices.len() != rewards.len() {
        let (choices, rewards) = (choices.len(), rewards.len());
        return Err(Error::Options(format!(
            "there are {choices} choices and {rewards} rewards; allowed is one for each"
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
