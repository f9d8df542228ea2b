use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{Run, RunHistoryPage, RunMetric, RunPage, RunRecord, RunSeries, SeriesAxis};
use crate::{Bytes, Daybreak, Items, ListQuery, artifacts};

/// Tracking runs: one for each model, with the history of its metrics.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a>(pub(crate) &'a Daybreak);

/// Filter of a list of runs.
#[derive(Clone, Debug, Default)]
pub struct RunQuery {
    /// Only the run of this model.
    pub model_id: Option<String>,
    /// Start, page size and order.
    pub page: ListQuery,
}

/// Axis, range, resolution and smoothing of curves.
#[derive(Clone, Debug, Default)]
pub struct SeriesQuery {
    /// The x axis. Default: gradient steps.
    pub x: Option<SeriesAxis>,
    /// Minimum x.
    pub from: Option<f64>,
    /// Maximum x.
    pub to: Option<f64>,
    /// Maximum number of buckets of a metric, 1 to 4,000. Default: 1,000.
    pub points: Option<i64>,
    /// Weight of the moving average, 0 to 0.999.
    pub smoothing: Option<f64>,
}

impl Runs<'_> {
    /// Returns a run.
    pub async fn get(&self, run_id: &str) -> Result<Run> {
        answer(self.0.api.get_run(run_id)).await
    }

    /// Lists the runs of all models, or of one.
    pub fn list(&self, query: RunQuery) -> Items<Run> {
        let client = self.0.clone();
        each(query.page.clone(), move |page| {
            let (client, query) = (client.clone(), RunQuery { page, ..query.clone() });
            async move { client.runs().list_page(&query).await }
        })
    }

    /// Returns one page of runs.
    pub async fn list_page(&self, query: &RunQuery) -> Result<RunPage> {
        let RunQuery { model_id, page } = query;
        let after = page.after.as_deref();
        answer(self.0.api.list_runs(after, None, page.limit, model_id.as_deref(), page.order)).await
    }

    /// Lists all records of a run, by time. Each gradient step, finished RL job and call of `log` adds one.
    pub fn history(&self, run_id: &str, query: ListQuery) -> Items<RunRecord> {
        let (client, run_id) = (self.0.clone(), run_id.to_owned());
        each(query, move |query| {
            let (client, run_id) = (client.clone(), run_id.clone());
            async move { client.runs().history_page(&run_id, &query).await }
        })
    }

    /// Returns one page of the records of a run.
    pub async fn history_page(&self, run_id: &str, query: &ListQuery) -> Result<RunHistoryPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_run_history(run_id, after, None, query.limit, query.order)).await
    }

    /// Lists the metrics of a run with their number of records, last value, minimum and maximum.
    pub async fn metrics(&self, run_id: &str) -> Result<Vec<RunMetric>> {
        Ok(answer(self.0.api.list_run_metrics(run_id)).await?.data)
    }

    /// Returns up to 32 metrics as curves: buckets with the minimum, maximum, mean and last value of all records.
    pub async fn series(&self, run_id: &str, names: &[&str], query: &SeriesQuery) -> Result<RunSeries> {
        let escaped = names.iter().map(|name| name.replace('\\', r"\\").replace(',', r"\,"));
        let metrics = escaped.collect::<Vec<_>>().join(",");
        let SeriesQuery { x, from, to, points, smoothing } = *query;
        answer(self.0.api.get_run_series(run_id, from, &metrics, points, smoothing, to, x)).await
    }

    /// Downloads the history as a TensorBoard event file, as a stream of bytes. TensorBoard finds files with `tfevents`
    /// in their name.
    pub async fn tensorboard(&self, run_id: &str) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_run_events(run_id)).await?;
        Ok(artifacts::pieces(body))
    }
}
