use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{
    KeptTrajectory, ListTrajectoriesSort, TrajectoryOutcome, TrajectorySummary, TrajectorySummaryPage, TrajectoryTokens,
};
use crate::{Daybreak, Items, ListQuery};

/// Filters and order of a list of trajectories. The order of `page` is ignored.
#[derive(Clone, Debug, Default)]
pub struct TrajectoryQuery {
    pub split: Option<String>,
    pub step: Option<i64>,
    pub job_id: Option<String>,
    pub log_id: Option<String>,
    pub group: Option<i64>,
    pub outcome: Option<TrajectoryOutcome>,
    pub truncated: Option<bool>,
    pub reward_min: Option<f64>,
    pub reward_max: Option<f64>,
    pub text: Option<String>,
    pub sort: Option<ListTrajectoriesSort>,
    pub page: ListQuery,
}

/// Trajectories of a model's RL jobs and logs.
#[derive(Clone, Copy, Debug)]
pub struct Trajectories<'a>(pub(crate) &'a Daybreak);

impl Trajectories<'_> {
    /// Lists the trajectories of a model that match all filters.
    pub fn list(&self, model_id: &str, query: TrajectoryQuery) -> Items<TrajectorySummary> {
        let (client, model_id) = (self.0.clone(), model_id.to_owned());
        each(query.page.clone(), move |page| {
            let (client, model_id) = (client.clone(), model_id.clone());
            let query = TrajectoryQuery { page, ..query.clone() };
            async move { client.models().trajectories().list_page(&model_id, &query).await }
        })
    }

    /// Returns one page of trajectories.
    pub async fn list_page(&self, model_id: &str, query: &TrajectoryQuery) -> Result<TrajectorySummaryPage> {
        answer(self.0.api.list_trajectories(
            model_id,
            query.page.after.as_deref(),
            None,
            query.group,
            query.job_id.as_deref(),
            query.page.limit,
            query.log_id.as_deref(),
            query.outcome,
            query.reward_max,
            query.reward_min,
            query.sort,
            query.split.as_deref(),
            query.step,
            query.text.as_deref(),
            query.truncated,
        ))
        .await
    }

    /// Returns a complete trajectory.
    pub async fn get(&self, model_id: &str, trajectory_id: &str) -> Result<KeptTrajectory> {
        answer(self.0.api.get_trajectory(model_id, trajectory_id)).await
    }

    /// Returns the training figures of each token of one training sequence of a trajectory, by default the first.
    pub async fn tokens(&self, model_id: &str, trajectory_id: &str, sequence: Option<i64>) -> Result<TrajectoryTokens> {
        answer(self.0.api.get_trajectory_tokens(model_id, trajectory_id, sequence)).await
    }
}
