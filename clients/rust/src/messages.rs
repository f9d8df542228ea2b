use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{CountMessageTokensRequest, Message, MessageRequest};

/// Chat in the words of Anthropic's Messages API, whose own SDKs stream it.
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a>(pub(crate) &'a Daybreak);

impl Messages<'_> {
    /// The whole answer.
    pub async fn create(&self, request: &MessageRequest) -> Result<Message> {
        let request = MessageRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_message(&request)).await
    }

    /// The tokens of the prompt that `create` would give to the model.
    pub async fn count_tokens(&self, request: &CountMessageTokensRequest) -> Result<i64> {
        Ok(answer(self.0.api.count_message_tokens(request)).await?.input_tokens)
    }
}
