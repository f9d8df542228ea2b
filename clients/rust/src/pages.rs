use std::future::Future;
use std::pin::Pin;

use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use crate::error::{Error, Result};
use crate::types::SortOrder;

/// Stream of all items of a list, or of the pieces of a download. Lists fetch pages as needed.
pub type Items<T> = Pin<Box<dyn Stream<Item = Result<T>> + Send>>;

/// Start, page size and order of a list.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// Cursor: the `last_id` of the previous page.
    pub after: Option<String>,
    /// Items per page, 1 to 100. Default: 20.
    pub limit: Option<i64>,
    /// Sort order. Default: oldest first.
    pub order: Option<SortOrder>,
}

/// One page of any list.
pub(crate) trait Page {
    type Item: Send + 'static;

    /// Returns the items, and the cursor of the next page if there is one.
    fn parts(self) -> (Vec<Self::Item>, Option<String>);
}

macro_rules! pages {
    ($($page:ident of $item:ident),*) => {$(
        impl Page for crate::types::$page {
            type Item = crate::types::$item;

            fn parts(self) -> (Vec<Self::Item>, Option<String>) {
                let next = Some(self.last_id).filter(|id| self.has_more && !id.is_empty());
                (self.data, next)
            }
        }
    )*};
}

pages!(
    ModelPage of Model, CheckpointPage of Checkpoint, TrainingJobPage of TrainingJob,
    RunPage of Run, RunHistoryPage of RunRecord, LogPage of Log, TrajectoryGroupPage of TrajectoryGroup,
    TrajectorySummaryPage of TrajectorySummary, JobGroupPage of JobGroup, ArtifactPage of Artifact
);

/// Streams the items of all pages. Ends after an error.
pub(crate) fn each<P, Call>(query: ListQuery, fetch: impl Fn(ListQuery) -> Call + Send + 'static) -> Items<P::Item>
where
    P: Page + 'static,
    Call: Future<Output = Result<P>> + Send + 'static,
{
    let pages = stream::try_unfold(Some((query, fetch)), |state| async move {
        let Some((mut query, fetch)) = state else {
            return Ok::<_, Error>(None);
        };
        let (data, next) = fetch(query.clone()).await?.parts();
        let more = next.is_some();
        query.after = next;
        Ok(Some((data, more.then_some((query, fetch)))))
    });
    pages.map_ok(|data| stream::iter(data).map(Ok)).try_flatten().boxed()
}
