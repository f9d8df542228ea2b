use std::fs::File;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use daybreak_client::types::{
    ChatCompletionRequest, ChatMessage, CreateArtifactRequest, CreateModelRequest, CreateSftTrainingJobRequest,
    ImportAdapterRequest, LogTrajectoriesRequest, TrajectoryGroup,
};
use daybreak_client::{Daybreak, ListQuery, StreamExt, TryStreamExt, trajectories};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Daybreak::from_env()?;
    let (models, jobs, artifacts) = (client.models(), client.training_jobs(), client.artifacts());
    let base_model = models.base().await?.swap_remove(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let wanted = |name: &str| CreateModelRequest {
        project: "demo".into(),
        name: format!("{name}-{now}"),
        base_model: base_model.clone(),
        ..Default::default()
    };
    let stored = |name: &str| CreateArtifactRequest { name: format!("{name}-{now}"), ..Default::default() };
    let model = models.create(&wanted("taught")).await?;

    // Cancel a job, and retry it as a new one.
    let data = artifacts.create(&stored("lessons")).await?;
    let lesson = r#"{"messages": [{"role": "user", "content": "Rain?"}, {"role": "assistant", "content": "no"}]}"#;
    artifacts.upload(&data.id, "train.jsonl", format!("{lesson}\n").repeat(32)).await?;
    let lessons =
        CreateSftTrainingJobRequest { model_id: model.id.clone(), training_data_url: data.url, ..Default::default() };
    let job = jobs.create_sft(&lessons).await?;
    println!("{}", jobs.cancel(&job.id).await?.status);
    let again = jobs.retry(&job.id).await?;
    let step = jobs.wait(&again.id, None).await?.step.unwrap_or_default();
    println!("trained to step {step}");

    // Export the adapter as PEFT files, and import it into another model.
    let adapter = artifacts.create(&stored("adapter")).await?;
    for file in models.checkpoints().files(&model.id, step).await? {
        let mut content = Vec::new();
        let mut pieces = models.checkpoints().download(&model.id, step, file.name).await?;
        while let Some(piece) = pieces.next().await {
            content.extend_from_slice(&piece?);
        }
        artifacts.upload(&adapter.id, &file.name.to_string(), content).await?;
    }
    let successor = models.create(&wanted("successor")).await?;
    let adapter = ImportAdapterRequest { artifact_url: adapter.url, ..Default::default() };
    println!("imported as step {}", models.checkpoints().import(&successor.id, &adapter).await?.step);

    // Download the merged model as a tar archive and metrics as TensorBoard events. Log an answer, and read the log.
    let mut merged = File::create("merged.tar")?;
    let mut pieces = models.checkpoints().download_merged(&model.id, step, None, None).await?;
    while let Some(piece) = pieces.next().await {
        merged.write_all(&piece?)?;
    }
    let mut events = File::create("events.out.tfevents.daybreak")?;
    let mut pieces = client.runs().tensorboard(model.run_id.as_deref().unwrap_or_default()).await?;
    while let Some(piece) = pieces.next().await {
        events.write_all(&piece?)?;
    }
    let request = ChatCompletionRequest {
        model: Some(model.chat_name()),
        messages: vec![ChatMessage::user("Rain?")],
        max_tokens: Some(4),
        ..Default::default()
    };
    let choices = client.chat().completions().create(&request).await?.choices;
    let answers = trajectories(&request.messages, &choices, &[1.0])?;
    let group = TrajectoryGroup { trajectories: Some(answers), ..Default::default() };
    let logged = LogTrajectoriesRequest { split: "val".into(), trajectory_groups: vec![group], ..Default::default() };
    models.log(&model.id, &logged).await?;
    let mut logs = models.logs().list(&model.id, ListQuery::default());
    while let Some(log) = logs.next().await {
        let log = log?;
        let groups: Vec<_> = models.logs().groups(&model.id, &log.id, ListQuery::default()).try_collect().await?;
        println!("logged under {}: {} group", log.split, groups.len());
    }
    Ok(())
}
