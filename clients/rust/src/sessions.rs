use crate::Daybreak;
use crate::error::{Result, answer};
use crate::types::{CreateSessionRequest, Session};

/// Sessions: short-lived keys that browsers hold instead of the API key.
#[derive(Clone, Copy, Debug)]
pub struct Sessions<'a>(pub(crate) &'a Daybreak);

impl Sessions<'_> {
    /// Creates a session from this client's key. Its `token` can be passed as [`crate::Options::api_key`].
    pub async fn create(&self, request: &CreateSessionRequest) -> Result<Session> {
        answer(self.0.api.create_session(request)).await
    }

    /// Ends the session that this client uses as its key.
    pub async fn delete(&self) -> Result<()> {
        answer(self.0.api.delete_session()).await.map(|_| ())
    }
}
