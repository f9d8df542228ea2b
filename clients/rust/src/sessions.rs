use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{CreateSessionRequest, Session};

/// Keys of a few hours, for browsers to hold in place of the API key.
#[derive(Clone, Copy, Debug)]
pub struct Sessions<'a>(pub(crate) &'a Daybreak);

impl Sessions<'_> {
    /// Makes a session of this client's key; its `token` is what [`crate::Options::api_key`] takes.
    pub async fn create(&self, request: &CreateSessionRequest) -> Result<Session> {
        answer(self.0.api.create_session(request)).await
    }

    /// Ends the session that this client's key is.
    pub async fn delete(&self) -> Result<()> {
        answer(self.0.api.delete_session()).await.map(|_| ())
    }
}
