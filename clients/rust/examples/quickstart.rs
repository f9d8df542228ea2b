use std::time::{SystemTime, UNIX_EPOCH};

use daybreak_client::types::{ChatCompletionRequest, ChatMessage, CreateModelRequest};
use daybreak_client::types::{CreateTrainingJobRequest, TrajectoryGroup};
use daybreak_client::{Daybreak, StreamExt, trajectories};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = Daybreak::from_env()?; // DAYBREAK_BASE_URL and DAYBREAK_API_KEY, else the server on this machine
    let base_model = client.models().base().await?.swap_remove(0);
    let name = format!("agent-{}", SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis());
    let wanted = CreateModelRequest { project: "demo".into(), name, base_model, ..Default::default() };
    let model = client.models().create(&wanted).await?;

    let mut request = ChatCompletionRequest {
        model: Some(model.chat_name()),
        messages: vec![ChatMessage::user("Is it nice to walk in the rain?")],
        max_tokens: Some(16),
        ..Default::default()
    };
    let mut stream = client.chat().completions().stream(&request).await?;
    while let Some(chunk) = stream.next().await {
        print!("{}", chunk?.text());
    }
    println!();

    // One step of reinforcement learning: sample two answers, and reward the shorter one.
    request.n = Some(2);
    let choices = client.chat().completions().create(&request).await?.choices;
    let length = |index: usize| choices[index].message.content.as_deref().map_or(0, str::len);
    let rewards = if length(0) < length(1) { [1.0, 0.0] } else { [0.0, 1.0] };
    let answers = trajectories(&request.messages, &choices, &rewards)?;
    let group = TrajectoryGroup { trajectories: Some(answers), ..Default::default() };
    let data = CreateTrainingJobRequest { model_id: model.id, trajectory_groups: vec![group], ..Default::default() };
    let job = client.training_jobs().create(&data).await?;
    let job = client.training_jobs().wait(&job.id, None).await?;
    println!("trained to step {}", job.step.unwrap_or_default());
    Ok(())
}
