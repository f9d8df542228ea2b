use std::collections::VecDeque;

use futures_util::stream;

use crate::error::{Error, Result, answer};
use crate::types::{Update, UpdatePage};
use crate::{Daybreak, Items};

/// Changes of the models, runs, jobs, checkpoints, logs and artifacts of the key's owner.
#[derive(Clone, Copy, Debug)]
pub struct Updates<'a>(pub(crate) &'a Daybreak);

impl Updates<'_> {
    /// Returns the changes after a cursor. If there are none, waits up to `wait` seconds for one. Without a cursor,
    /// returns only the cursor to start from.
    pub async fn page(&self, after: Option<&str>, wait: i64) -> Result<UpdatePage> {
        answer(self.0.api.stream_updates(after, Some(wait), None)).await
    }

    /// Streams each change as it happens. Ends only after an error.
    pub fn follow(&self, after: Option<String>) -> Items<Update> {
        let begin = (self.0.clone(), after, VecDeque::new());
        Box::pin(stream::try_unfold(begin, |(client, mut after, mut changes)| async move {
            loop {
                if let Some(change) = changes.pop_front() {
                    return Ok::<_, Error>(Some((change, (client, after, changes))));
                }
                let wait = if after.is_none() { 0 } else { 20 };
                let page = client.updates().page(after.as_deref(), wait).await?;
                changes = page.data.into();
                after = Some(page.cursor);
            }
        }))
    }
}
