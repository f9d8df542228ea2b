use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{ResponseObject, ResponseRequest};

/// Chat in the words of the Responses API, which OpenAI's own SDKs stream.
#[derive(Clone, Copy, Debug)]
pub struct Responses<'a>(pub(crate) &'a Daybreak);

impl Responses<'_> {
    /// The whole answer.
    pub async fn create(&self, request: &ResponseRequest) -> Result<ResponseObject> {
        let request = ResponseRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_response(&request)).await
    }
}
