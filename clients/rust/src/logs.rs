use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{Log, LogPage, TrajectoryGroup, TrajectoryGroupPage};
use crate::{Daybreak, Items, ListQuery};

/// Logged trajectories of a model: one log for each call of `models().log`.
#[derive(Clone, Copy, Debug)]
pub struct Logs<'a>(pub(crate) &'a Daybreak);

impl Logs<'_> {
    /// Lists the logs of a model.
    pub fn list(&self, model_id: &str, query: ListQuery) -> Items<Log> {
        let (client, model_id) = (self.0.clone(), model_id.to_owned());
        each(query, move |query| {
            let (client, model_id) = (client.clone(), model_id.clone());
            async move { client.models().logs().list_page(&model_id, &query).await }
        })
    }

    /// Returns one page of logs.
    pub async fn list_page(&self, model_id: &str, query: &ListQuery) -> Result<LogPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_logs(model_id, after, None, query.limit, query.order)).await
    }

    /// Lists the trajectory groups of a log, with complete trajectories.
    pub fn groups(&self, model_id: &str, log_id: &str, query: ListQuery) -> Items<TrajectoryGroup> {
        let (client, model_id, log_id) = (self.0.clone(), model_id.to_owned(), log_id.to_owned());
        each(query, move |query| {
            let (client, model_id, log_id) = (client.clone(), model_id.clone(), log_id.clone());
            async move { client.models().logs().groups_page(&model_id, &log_id, &query).await }
        })
    }

    /// Returns one page of the groups of a log.
    pub async fn groups_page(&self, model_id: &str, log_id: &str, query: &ListQuery) -> Result<TrajectoryGroupPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_logged_trajectory_groups(model_id, log_id, after, None, query.limit)).await
    }
}
