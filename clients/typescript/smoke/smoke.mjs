// Makes the same calls as the smoke test of every client, and prints one JSON line for each.
import { chatName, Daybreak, NotFoundError, UnprocessableEntityError } from 'daybreak-client';

const { DAYBREAK_BASE_MODEL: baseModel, SMOKE_NAME: name } = process.env;
const client = new Daybreak();

const tell = (call, answer) => console.log(JSON.stringify({ call, ...answer }));

tell('health', await client.health());
tell('server', {
  version: await client.version(),
  load: await client.load(),
  tokenizer_class: (await client.tokenizerInfo()).tokenizer_class,
});

tell('base_models', { names: await client.models.base() });

const model = await client.models.create({ project: 'smoke', name, base_model: baseModel });
tell('create_model', { id: model.id, name: model.name, base_model: model.base_model, run_id: model.run_id });

const message = { role: 'user', content: 'Say yes, no or maybe.' };
const asked = { model: chatName(model), messages: [message], max_tokens: 6, seed: 7, temperature: 1 };
const chat = await client.chat.completions.create({ ...asked, n: 2 });
tell('chat', {
  texts: chat.choices.map((choice) => choice.message.content),
  finish_reasons: chat.choices.map((choice) => choice.finish_reason),
  completion_tokens: chat.usage.completion_tokens,
});

const chunks = [];
const stream = await client.chat.completions.stream({ ...asked, stream_options: { include_usage: true } });
for await (const chunk of stream) chunks.push(chunk);
const choices = chunks.flatMap((chunk) => chunk.choices);
tell('chat_stream', {
  text: choices.map((choice) => choice.delta.content ?? '').join(''),
  chunks: chunks.length,
  finish_reason: choices.at(-1).finish_reason,
  completion_tokens: chunks.at(-1).usage.completion_tokens,
});

const trajectories = chat.choices.map((choice, i) => ({ messages_and_choices: [message, choice], reward: 1 - i }));
const job = await client.trainingJobs.create({
  model_id: model.id,
  trajectory_groups: [{ trajectories }],
  experimental_config: { learning_rate: 1e-4 },
});
const events = [];
let pages = 0;
for (let after; !['training_ended', 'training_failed'].includes(events.at(-1)); pages++) {
  const page = await client.trainingJobs.eventPage(job.id, { after, limit: 2 });
  events.push(...page.data.map((event) => event.type));
  after = page.last_id || after;
}
tell('rl_job', { kind: job.kind, events, pages });

const row = {
  messages: [
    { role: 'user', content: 'Is water wet?' },
    { role: 'assistant', content: 'yes' },
  ],
};
const artifact = await client.artifacts.create({ name: `${name}-data`, project: 'smoke' });
const file = await client.artifacts.upload(artifact.id, 'train.jsonl', `${JSON.stringify(row)}\n`.repeat(2));
const sft = await client.trainingJobs.createSft({
  model_id: model.id,
  training_data_url: artifact.url,
  config: { batch_size: 1, learning_rate: 1e-4 },
});
const ended = await client.trainingJobs.wait(sft.id, { waitMs: 120_000 });
tell('sft_job', { kind: ended.kind, bytes: file.bytes, sha256: file.sha256, status: ended.status, step: ended.step });

const steps = [];
for await (const { step } of client.models.checkpoints.list(model.id, { limit: 1 })) steps.push(step);
tell('checkpoints', { steps });

const told = (error) => ({
  status: error.status,
  code: error.code,
  param: error.param ?? null,
  request_id: error.requestId,
});
const errors = {};
try {
  await client.models.get('00000000-0000-4000-8000-000000000000');
} catch (error) {
  if (error instanceof NotFoundError) errors.not_found = told(error);
}
try {
  await client.models.list({ limit: 101 }).firstPage();
} catch (error) {
  if (error instanceof UnprocessableEntityError) errors.invalid = { ...told(error), issues: error.issues.length };
}
tell('errors', errors);

const deleted = await client.models.delete(model.id);
tell('delete_model', { deleted_checkpoints: deleted.deleted_checkpoints, deleted_run: deleted.deleted_run });
