use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{
    AdapterFileName, Checkpoint, CheckpointFile, CheckpointPage, CreateModelRequest, DeleteCheckpointsRequest,
    DeletedCheckpoints, DeletedModel, ImportAdapterRequest, LogTrajectoriesRequest, LoggedTrajectories, MergedFormat,
    MergedType, Model, ModelPage, ServedModel,
};
use crate::{Bytes, Daybreak, Items, ListQuery, Logs, Trajectories, artifacts};

/// Trained models, and the models that chat can use.
#[derive(Clone, Copy, Debug)]
pub struct Models<'a>(pub(crate) &'a Daybreak);

/// Checkpoints of a model: step 0, and one for each job that succeeded.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoints<'a>(&'a Daybreak);

impl Model {
    /// Returns the name of a trained model for chat requests, for its newest checkpoint.
    #[must_use]
    pub fn chat_name(&self) -> String {
        format!("wandb-artifact:///{}/{}/{}", self.entity, self.project, self.name)
    }

    /// Returns the name of a trained model for chat requests, for the checkpoint of `step`.
    #[must_use]
    pub fn chat_name_at(&self, step: i64) -> String {
        format!("{}:step{step}", self.chat_name())
    }
}

impl<'a> Models<'a> {
    /// Creates an untrained model. If the name is taken, fails with [`ApiErrorKind::Conflict`](crate::ApiErrorKind);
    /// with `return_existing`, returns the existing model.
    pub async fn create(&self, request: &CreateModelRequest) -> Result<Model> {
        answer(self.0.api.create_model(request)).await
    }

    /// Returns a model.
    pub async fn get(&self, model_id: &str) -> Result<Model> {
        answer(self.0.api.get_model(model_id)).await
    }

    /// Lists all models.
    pub fn list(&self, query: ListQuery) -> Items<Model> {
        let client = self.0.clone();
        each(query, move |query| {
            let client = client.clone();
            async move { client.models().list_page(&query).await }
        })
    }

    /// Returns one page of models.
    pub async fn list_page(&self, query: &ListQuery) -> Result<ModelPage> {
        answer(self.0.api.list_models(query.after.as_deref(), None, query.limit, query.order)).await
    }

    /// Deletes a model with its checkpoints, artifacts, jobs and run.
    pub async fn delete(&self, model_id: &str) -> Result<DeletedModel> {
        answer(self.0.api.delete_model(model_id)).await
    }

    /// Logs trajectories without training on them, and stores their mean reward and metrics.
    pub async fn log(&self, model_id: &str, request: &LogTrajectoriesRequest) -> Result<LoggedTrajectories> {
        answer(self.0.api.log_trajectories(model_id, request)).await
    }

    /// Lists the models that chat can use.
    pub async fn served(&self) -> Result<Vec<ServedModel>> {
        Ok(answer(self.0.api.list_served_models()).await?.data)
    }

    /// Returns a model that chat can use, by name; a checkpoint's name is valid too.
    pub async fn served_as(&self, name: &str) -> Result<ServedModel> {
        answer(self.0.api.get_served_model(name)).await
    }

    /// Lists the base models that can be trained, the values of `base_model`.
    pub async fn base(&self) -> Result<Vec<String>> {
        answer(self.0.api.list_base_models()).await
    }

    /// Checkpoints of a model.
    pub fn checkpoints(&self) -> Checkpoints<'a> {
        Checkpoints(self.0)
    }

    /// Trajectories of a model's RL jobs and logs.
    pub fn trajectories(&self) -> Trajectories<'a> {
        Trajectories(self.0)
    }

    /// Logged trajectories of a model.
    pub fn logs(&self) -> Logs<'a> {
        Logs(self.0)
    }
}

impl Checkpoints<'_> {
    /// Lists the checkpoints of a model, by step.
    pub fn list(&self, model_id: &str, query: ListQuery) -> Items<Checkpoint> {
        let (client, model_id) = (self.0.clone(), model_id.to_owned());
        each(query, move |query| {
            let (client, model_id) = (client.clone(), model_id.clone());
            async move { client.models().checkpoints().list_page(&model_id, &query).await }
        })
    }

    /// Returns one page of checkpoints.
    pub async fn list_page(&self, model_id: &str, query: &ListQuery) -> Result<CheckpointPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_checkpoints(model_id, after, None, query.limit, query.order)).await
    }

    /// Deletes checkpoints by step. Steps that do not exist are reported and are not an error.
    pub async fn delete(&self, model_id: &str, steps: &[i64]) -> Result<DeletedCheckpoints> {
        let request = DeleteCheckpointsRequest { steps: steps.to_vec() };
        answer(self.0.api.delete_checkpoints(model_id, &request)).await
    }

    /// Imports an uploaded PEFT adapter as step 0 of a model. Fails with
    /// [`ApiErrorKind::Conflict`](crate::ApiErrorKind) if the model has had a job.
    pub async fn import(&self, model_id: &str, request: &ImportAdapterRequest) -> Result<Checkpoint> {
        answer(self.0.api.import_adapter(model_id, request)).await
    }

    /// Lists the adapter files of a checkpoint with their sizes. The untrained step 0 has none.
    pub async fn files(&self, model_id: &str, step: i64) -> Result<Vec<CheckpointFile>> {
        Ok(answer(self.0.api.list_checkpoint_files(model_id, step)).await?.data)
    }

    /// Downloads the whole model, with the adapter merged into its weights, as a stream of bytes: a tar archive of a
    /// Hugging Face folder with weights of `dtype`, or, if `format` is a GGUF type, one file for llama.cpp.
    pub async fn download_merged(
        &self,
        model_id: &str,
        step: i64,
        dtype: Option<MergedType>,
        format: Option<MergedFormat>,
    ) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_merged_model(model_id, step, dtype, format)).await?;
        Ok(artifacts::pieces(body))
    }

    /// Downloads an adapter file of a checkpoint, as a stream of bytes. The two files are a PEFT adapter folder.
    pub async fn download(&self, model_id: &str, step: i64, file: AdapterFileName) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_checkpoint_file(model_id, step, file, None)).await?;
        Ok(artifacts::pieces(body))
    }
}
