use std::future::Future;
use std::pin::Pin;

use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use crate::error::{Error, Result};
use crate::types::SortOrder;

/// The items of a list, over all its pages; the next page is fetched when it is needed.
pub type Items<T> = Pin<Box<dyn Stream<Item = Result<T>> + Send>>;

/// Where a list begins, how many items come with one page, and in which order.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// The `last_id` of the page before.
    pub after: Option<String>,
    /// Items on one page: 1 to 100, 20 when left out.
    pub limit: Option<i64>,
    /// Oldest first when left out.
    pub order: Option<SortOrder>,
}

/// What lists have in common.
pub(crate) trait Page {
    type Item: Send + 'static;

    /// The items, and the cursor of the next page when there is one.
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

/// The items of all pages. After an error it ends.
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
