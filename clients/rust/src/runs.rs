use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{Run, RunHistoryPage, RunPage, RunRecord};
use crate::{Bytes, Daybreak, Items, ListQuery, artifacts};

/// Tracking runs: one for each model, with the history of its metrics.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a>(pub(crate) &'a Daybreak);

/// Which runs to list.
#[derive(Clone, Debug, Default)]
pub struct RunQuery {
    /// Only that of this model.
    pub model_id: Option<String>,
    /// Where the list begins, and its pages.
    pub page: ListQuery,
}

impl Runs<'_> {
    /// Reads a run.
    pub async fn get(&self, run_id: &str) -> Result<Run> {
        answer(self.0.api.get_run(run_id)).await
    }

    /// All runs.
    pub fn list(&self, query: RunQuery) -> Items<Run> {
        let client = self.0.clone();
        each(query.page.clone(), move |page| {
            let (client, query) = (client.clone(), RunQuery { page, ..query.clone() });
            async move { client.runs().list_page(&query).await }
        })
    }

    /// One page of runs.
    pub async fn list_page(&self, query: &RunQuery) -> Result<RunPage> {
        let RunQuery { model_id, page } = query;
        let after = page.after.as_deref();
        answer(self.0.api.list_runs(after, None, page.limit, model_id.as_deref(), page.order)).await
    }

    /// All that a run has recorded, by time.
    pub fn history(&self, run_id: &str, query: ListQuery) -> Items<RunRecord> {
        let (client, run_id) = (self.0.clone(), run_id.to_owned());
        each(query, move |query| {
            let (client, run_id) = (client.clone(), run_id.clone());
            async move { client.runs().history_page(&run_id, &query).await }
        })
    }

    /// One page of what a run has recorded.
    pub async fn history_page(&self, run_id: &str, query: &ListQuery) -> Result<RunHistoryPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_run_history(run_id, after, None, query.limit, query.order)).await
    }

    /// Downloads the history of a run as an event file, in pieces. TensorBoard wants `tfevents` in its name.
    pub async fn tensorboard(&self, run_id: &str) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_run_events(run_id)).await?;
        Ok(artifacts::pieces(body))
    }
}
