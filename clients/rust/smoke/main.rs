//! Makes the same calls as the smoke test of every client, and prints one JSON line for each.

use std::env;
use std::error::Error as StdError;

use daybreak_client::types::{
    ChatChoice, ChatCompletionRequest, ChatMessage, CreateArtifactRequest, CreateModelRequest,
    CreateSftTrainingJobRequest, CreateTrainingJobRequest, Model, RlConfig, SftConfig, SftConfigBatchSize,
    SftConfigLearningRate, StreamOptions, TrainingEvent, TrajectoryGroup,
};
use daybreak_client::{
    ApiError, ApiErrorKind, Daybreak, Error, ListQuery, Result, StreamExt, TryStreamExt, trajectories,
};
use serde_json::{Value, json};

type Outcome<T = ()> = std::result::Result<T, Box<dyn StdError>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let client = Daybreak::from_env()?;
    let model = create(&client).await?;
    let request = ChatCompletionRequest {
        model: Some(model.chat_name()),
        messages: vec![ChatMessage::user("Say yes, no or maybe.")],
        max_tokens: Some(6),
        seed: Some(7),
        temperature: Some(1.0),
        ..Default::default()
    };
    let choices = answer(&client, &request).await?;
    stream(&client, &request).await?;
    reinforce(&client, &model, &request.messages, &choices).await?;
    finetune(&client, &model).await?;
    let query = ListQuery { limit: Some(1), ..Default::default() };
    let steps = client.models().checkpoints().list(&model.id, query).map_ok(|checkpoint| checkpoint.step);
    tell("checkpoints", json!({ "steps": steps.try_collect::<Vec<_>>().await? }));
    faults(&client).await?;
    let deleted = client.models().delete(&model.id).await?;
    let (checkpoints, run) = (deleted.deleted_checkpoints, deleted.deleted_run);
    tell("delete_model", json!({ "deleted_checkpoints": checkpoints, "deleted_run": run }));
    Ok(())
}

fn tell(call: &str, mut answer: Value) {
    answer["call"] = call.into();
    println!("{answer}");
}

async fn create(client: &Daybreak) -> Outcome<Model> {
    let health = client.health().await?;
    tell("health", json!({ "status": health.status, "version": health.version }));
    let (version, load) = (client.version().await?, client.load().await?);
    let tokenizer_class = client.tokenizer_info().await?.tokenizer_class;
    tell("server", json!({ "version": version, "load": load, "tokenizer_class": tokenizer_class }));
    tell("base_models", json!({ "names": client.models().base().await? }));
    let wanted = CreateModelRequest {
        project: "smoke".into(),
        name: env::var("SMOKE_NAME")?,
        base_model: env::var("DAYBREAK_BASE_MODEL")?,
        ..Default::default()
    };
    let model = client.models().create(&wanted).await?;
    let Model { id, name, base_model, run_id, .. } = &model;
    tell("create_model", json!({ "id": id, "name": name, "base_model": base_model, "run_id": run_id }));
    Ok(model)
}

async fn answer(client: &Daybreak, request: &ChatCompletionRequest) -> Result<Vec<ChatChoice>> {
    let request = ChatCompletionRequest { n: Some(2), ..request.clone() };
    let chat = client.chat().completions().create(&request).await?;
    let texts: Vec<_> = chat.choices.iter().map(|choice| &choice.message.content).collect();
    let reasons: Vec<_> = chat.choices.iter().map(|choice| choice.finish_reason).collect();
    let tokens = chat.usage.completion_tokens;
    tell("chat", json!({ "texts": texts, "finish_reasons": reasons, "completion_tokens": tokens }));
    Ok(chat.choices)
}

async fn stream(client: &Daybreak, request: &ChatCompletionRequest) -> Result<()> {
    let stream_options = Some(StreamOptions { include_usage: Some(true), ..Default::default() });
    let request = ChatCompletionRequest { stream_options, ..request.clone() };
    let mut stream = client.chat().completions().stream(&request).await?;
    let (mut text, mut chunks, mut reason, mut tokens) = (String::new(), 0, None, None);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk?;
        chunks += 1;
        text.push_str(chunk.text());
        reason = chunk.choices.first().and_then(|choice| choice.finish_reason).or(reason);
        tokens = chunk.usage.map(|usage| usage.completion_tokens).or(tokens);
    }
    let answer = json!({ "text": text, "chunks": chunks, "finish_reason": reason, "completion_tokens": tokens });
    tell("chat_stream", answer);
    Ok(())
}

async fn reinforce(client: &Daybreak, model: &Model, messages: &[ChatMessage], choices: &[ChatChoice]) -> Result<()> {
    let answers = trajectories(messages, choices, &[1.0, 0.0])?;
    let group = TrajectoryGroup { trajectories: Some(answers), ..Default::default() };
    let data = CreateTrainingJobRequest {
        model_id: model.id.clone(),
        trajectory_groups: vec![group],
        experimental_config: Some(RlConfig { learning_rate: Some(1e-4), ..Default::default() }),
    };
    let job = client.training_jobs().create(&data).await?;
    let (mut events, mut after, mut pages) = (Vec::<TrainingEvent>::new(), None, 0);
    while !events.last().is_some_and(TrainingEvent::is_last) {
        let page = client.training_jobs().event_page(&job.id, after.as_deref(), Some(2)).await?;
        pages += 1;
        after = Some(page.last_id).filter(|id| !id.is_empty()).or(after);
        events.extend(page.data);
    }
    let kinds: Vec<_> = events.iter().map(TrainingEvent::kind).collect();
    tell("rl_job", json!({ "kind": job.kind, "events": kinds, "pages": pages }));
    Ok(())
}

async fn finetune(client: &Daybreak, model: &Model) -> Result<()> {
    const LINE: &str = "{\"messages\":[{\"role\":\"user\",\"content\":\"Is water wet?\"},{\"role\":\"assistant\",\"content\":\"yes\"}]}\n";
    let wanted = CreateArtifactRequest {
        name: format!("{}-data", model.name),
        project: Some("smoke".into()),
        ..Default::default()
    };
    let artifact = client.artifacts().create(&wanted).await?;
    let file = client.artifacts().upload(&artifact.id, "train.jsonl", LINE.repeat(2)).await?;
    let config = SftConfig {
        batch_size: Some(SftConfigBatchSize::Integer(1)),
        learning_rate: Some(SftConfigLearningRate::Number(1e-4)),
        ..Default::default()
    };
    let data = CreateSftTrainingJobRequest {
        model_id: model.id.clone(),
        training_data_url: artifact.url,
        config: Some(config),
        ..Default::default()
    };
    let job = client.training_jobs().create_sft(&data).await?;
    let job = client.training_jobs().wait(&job.id, None).await?;
    let (bytes, sha256) = (file.bytes, file.sha256);
    tell(
        "sft_job",
        json!({ "kind": job.kind, "bytes": bytes, "sha256": sha256, "status": job.status, "step": job.step }),
    );
    Ok(())
}

async fn faults(client: &Daybreak) -> Outcome {
    let missing = client.models().get("00000000-0000-4000-8000-000000000000").await;
    let invalid = client.models().list_page(&ListQuery { limit: Some(101), ..Default::default() }).await;
    match (missing, invalid) {
        (Err(Error::Api(missing)), Err(Error::Api(invalid)))
            if missing.kind() == ApiErrorKind::NotFound && invalid.kind() == ApiErrorKind::UnprocessableEntity =>
        {
            let mut issues = told(&invalid);
            issues["issues"] = invalid.issues.len().into();
            tell("errors", json!({ "not_found": told(&missing), "invalid": issues }));
            Ok(())
        }
        other => Err(format!("the two calls gave {other:?}").into()),
    }
}

fn told(error: &ApiError) -> Value {
    json!({ "status": error.status, "code": error.code, "param": error.param, "request_id": error.request_id })
}
