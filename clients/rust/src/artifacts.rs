use futures_util::{StreamExt, TryStreamExt};

use crate::error::{Error, Result, answer};
use crate::generated::ByteStream;
use crate::pages::each;
use crate::types::{Artifact, ArtifactFile, ArtifactPage, CreateArtifactRequest, CreatedArtifact};
use crate::{Body, Bytes, Daybreak, Items, ListQuery};

/// Uploaded files, such as the training data of SFT jobs.
#[derive(Clone, Copy, Debug)]
pub struct Artifacts<'a>(pub(crate) &'a Daybreak);

impl Artifacts<'_> {
    /// Creates an artifact to upload files to. Its `url` can be passed as `training_data_url`.
    pub async fn create(&self, request: &CreateArtifactRequest) -> Result<CreatedArtifact> {
        answer(self.0.api.create_artifact(request)).await
    }

    /// Returns an artifact and the list of its files.
    pub async fn get(&self, artifact_id: &str) -> Result<Artifact> {
        answer(self.0.api.get_artifact(artifact_id)).await
    }

    /// Lists all artifacts.
    pub fn list(&self, query: ListQuery) -> Items<Artifact> {
        let client = self.0.clone();
        each(query, move |query| {
            let client = client.clone();
            async move { client.artifacts().list_page(&query).await }
        })
    }

    /// Returns one page of artifacts.
    pub async fn list_page(&self, query: &ListQuery) -> Result<ArtifactPage> {
        answer(self.0.api.list_artifacts(query.after.as_deref(), None, query.limit, query.order)).await
    }

    /// Deletes an artifact and its files. Jobs have copies of their data.
    pub async fn delete(&self, artifact_id: &str) -> Result<()> {
        answer(self.0.api.delete_artifact(artifact_id)).await.map(|_| ())
    }

    /// Uploads a file. The timeout applies to the whole upload. Bytes can be retried; a stream ([`Body::wrap_stream`])
    /// is sent once.
    pub async fn upload(&self, artifact_id: &str, file_name: &str, content: impl Into<Body>) -> Result<ArtifactFile> {
        answer(self.0.api.upload_artifact_file(artifact_id, file_name, content)).await
    }

    /// Downloads a file, as a stream of bytes.
    pub async fn download(&self, artifact_id: &str, file_name: &str) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_artifact_file(artifact_id, file_name, None)).await?;
        Ok(pieces(body))
    }
}

pub(crate) fn pieces(body: ByteStream) -> Items<Bytes> {
    body.into_inner().map_err(Error::from).boxed()
}
