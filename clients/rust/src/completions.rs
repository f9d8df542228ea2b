use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{Completion, CompletionRequest};

/// Text completions, without a chat template.
#[derive(Clone, Copy, Debug)]
pub struct Completions<'a>(pub(crate) &'a Daybreak);

impl Completions<'_> {
    /// Creates a text completion.
    pub async fn create(&self, request: &CompletionRequest) -> Result<Completion> {
        let request = CompletionRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_completion(None, &request)).await
    }
}
