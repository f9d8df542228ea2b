use crate::error::{Result, answer};
use crate::pages::each;
use crate::types::{
    AdapterFileName, Checkpoint, CheckpointFile, CheckpointPage, CreateModelRequest, DeleteCheckpointsRequest,
    DeletedCheckpoints, DeletedModel, ImportAdapterRequest, LogTrajectoriesRequest, LoggedTrajectories, MergedFormat,
    MergedType, Model, ModelPage, ServedModel,
};
use crate::{Bytes, Daybreak, Items, ListQuery, Logs, Trajectories, artifacts};

/// Models, their checkpoints and what is served.
#[derive(Clone, Copy, Debug)]
pub struct Models<'a>(pub(crate) &'a Daybreak);

/// The checkpoints of models.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoints<'a>(&'a Daybreak);

impl Model {
    /// What a chat names as its model to get the newest checkpoint.
    #[must_use]
    pub fn chat_name(&self) -> String {
        format!("wandb-artifact:///{}/{}/{}", self.entity, self.project, self.name)
    }

    /// What a chat names to get the checkpoint of a step.
    #[must_use]
    pub fn chat_name_at(&self, step: i64) -> String {
        format!("{}:step{step}", self.chat_name())
    }
}

impl<'a> Models<'a> {
    /// Creates a model, or fetches the one of that name when `return_existing` is true.
    pub async fn create(&self, request: &CreateModelRequest) -> Result<Model> {
        answer(self.0.api.create_model(request)).await
    }

    /// Reads a model.
    pub async fn get(&self, model_id: &str) -> Result<Model> {
        answer(self.0.api.get_model(model_id)).await
    }

    /// All models.
    pub fn list(&self, query: ListQuery) -> Items<Model> {
        let client = self.0.clone();
        each(query, move |query| {
            let client = client.clone();
            async move { client.models().list_page(&query).await }
        })
    }

    /// One page of models.
    pub async fn list_page(&self, query: &ListQuery) -> Result<ModelPage> {
        answer(self.0.api.list_models(query.after.as_deref(), None, query.limit, query.order)).await
    }

    /// Deletes a model and all that belongs to it.
    pub async fn delete(&self, model_id: &str) -> Result<DeletedModel> {
        answer(self.0.api.delete_model(model_id)).await
    }

    /// Keeps trajectories that are not trained on, and stores their metrics.
    pub async fn log(&self, model_id: &str, request: &LogTrajectoriesRequest) -> Result<LoggedTrajectories> {
        answer(self.0.api.log_trajectories(model_id, request)).await
    }

    /// What a chat can name as its model.
    pub async fn served(&self) -> Result<Vec<ServedModel>> {
        Ok(answer(self.0.api.list_served_models()).await?.data)
    }

    /// One of them, or a checkpoint, by name.
    pub async fn served_as(&self, name: &str) -> Result<ServedModel> {
        answer(self.0.api.get_served_model(name)).await
    }

    /// The base models that can be trained.
    pub async fn base(&self) -> Result<Vec<String>> {
        answer(self.0.api.list_base_models()).await
    }

    /// The checkpoints of models.
    pub fn checkpoints(&self) -> Checkpoints<'a> {
        Checkpoints(self.0)
    }

    /// The trajectories of RL jobs and logs.
    pub fn trajectories(&self) -> Trajectories<'a> {
        Trajectories(self.0)
    }

    /// What was logged of models.
    pub fn logs(&self) -> Logs<'a> {
        Logs(self.0)
    }
}

impl Checkpoints<'_> {
    /// All checkpoints of a model, by step.
    pub fn list(&self, model_id: &str, query: ListQuery) -> Items<Checkpoint> {
        let (client, model_id) = (self.0.clone(), model_id.to_owned());
        each(query, move |query| {
            let (client, model_id) = (client.clone(), model_id.clone());
            async move { client.models().checkpoints().list_page(&model_id, &query).await }
        })
    }

    /// One page of checkpoints.
    pub async fn list_page(&self, model_id: &str, query: &ListQuery) -> Result<CheckpointPage> {
        let after = query.after.as_deref();
        answer(self.0.api.list_checkpoints(model_id, after, None, query.limit, query.order)).await
    }

    /// Deletes checkpoints by step. Steps that are not there are reported, not an error.
    pub async fn delete(&self, model_id: &str, steps: &[i64]) -> Result<DeletedCheckpoints> {
        let request = DeleteCheckpointsRequest { steps: steps.to_vec() };
        answer(self.0.api.delete_checkpoints(model_id, &request)).await
    }

    /// Makes an uploaded PEFT adapter the step 0 of a model that has had no job.
    pub async fn import(&self, model_id: &str, request: &ImportAdapterRequest) -> Result<Checkpoint> {
        answer(self.0.api.import_adapter(model_id, request)).await
    }

    /// The files of a checkpoint's adapter; the base model has none.
    pub async fn files(&self, model_id: &str, step: i64) -> Result<Vec<CheckpointFile>> {
        Ok(answer(self.0.api.list_checkpoint_files(model_id, step)).await?.data)
    }

    /// Downloads the whole model, the adapter merged into its weights, in pieces: a tar archive of a Hugging Face
    /// folder with weights of `dtype`, or with a `format` of GGUF one file that llama.cpp opens.
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

    /// Downloads a file of a checkpoint's adapter, in pieces.
    pub async fn download(&self, model_id: &str, step: i64, file: AdapterFileName) -> Result<Items<Bytes>> {
        let body = answer(self.0.api.download_checkpoint_file(model_id, step, file, None)).await?;
        Ok(artifacts::pieces(body))
    }
}
