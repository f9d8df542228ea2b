use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{CountMessageTokensRequest, Message, MessageRequest};

/// Anthropic's Messages API, without streaming (use Anthropic's SDKs).
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a>(pub(crate) &'a Daybreak);

impl Messages<'_> {
    /// Creates a message.
    pub async fn create(&self, request: &MessageRequest) -> Result<Message> {
        let request = MessageRequest { stream: None, ..request.clone() };
        answer(self.0.api.create_message(&request)).await
    }

    /// Counts the tokens of the prompt that `create` would give to the model.
    pub async fn count_tokens(&self, request: &CountMessageTokensRequest) -> Result<i64> {
        Ok(answer(self.0.api.count_message_tokens(request)).await?.input_tokens)
    }
}
