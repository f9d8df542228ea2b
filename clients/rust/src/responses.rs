use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{ResponseObject, ResponseRequest};

/// OpenAI's Responses API, without streaming (use OpenAI's SDKs).
#[derive(Clone, Copy, Debug)]
pub struct Responses<'a>(pub(crate) &'a Daybreak);

impl Responses<'_> {
    /// Creates a response.
    pub async fn create(&self, request: &ResponseRequest) -> Result<ResponseObject> {
        let request = ResponseRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_response(&request)).await
    }
}
