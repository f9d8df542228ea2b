import { writeFile } from 'node:fs/promises';
import { chatName, Daybreak } from 'daybreak-client';

const client = new Daybreak();
const [base_model] = await client.models.base();
const { checkpoints, logs } = client.models;
const model = await client.models.create({ project: 'demo', name: `taught-${Date.now()}`, base_model });

// Cancel a job, and retry it as a new one.
const data = await client.artifacts.create({ name: `lessons-${Date.now()}` });
const lesson = '{"messages": [{"role": "user", "content": "Rain?"}, {"role": "assistant", "content": "no"}]}\n';
await client.artifacts.upload(data.id, 'train.jsonl', lesson.repeat(32));
let job = await client.trainingJobs.createSft({ model_id: model.id, training_data_url: data.url });
console.log((await client.trainingJobs.cancel(job.id)).status);
job = await client.trainingJobs.wait((await client.trainingJobs.retry(job.id)).id);
console.log(`trained to step ${job.step}`);

// Export the adapter as PEFT files, and import it into another model.
const adapter = await client.artifacts.create({ name: `adapter-${Date.now()}` });
for (const { name } of await checkpoints.files(model.id, job.step)) {
  await client.artifacts.upload(adapter.id, name, await checkpoints.download(model.id, job.step, name));
}
const successor = await client.models.create({ project: 'demo', name: `successor-${Date.now()}`, base_model });
const { step } = await checkpoints.import(successor.id, { artifact_url: adapter.url });
console.log(`imported as step ${step}`);

// Download the merged model as a tar archive and metrics as TensorBoard events. Log an answer, and read the log.
await writeFile('merged.tar', (await checkpoints.downloadMerged(model.id, job.step)).stream());
await writeFile('events.out.tfevents.daybreak', (await client.runs.tensorboard(model.run_id)).stream());
const messages = [{ role: 'user', content: 'Rain?' }];
const { choices } = await client.chat.completions.create({ model: chatName(model), messages, max_tokens: 4 });
const trajectories = [{ messages_and_choices: [...messages, ...choices], reward: 1 }];
await client.models.log(model.id, { split: 'val', trajectory_groups: [{ trajectories }] });
for await (const log of logs.list(model.id)) {
  const groups = [];
  for await (const group of logs.groups(model.id, log.id)) groups.push(group);
  console.log(`logged under ${log.split}: ${groups.length} group`);
}
