import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { exchange, FuzzRequest, type Target } from './exchange.ts';

/** Objects created once on a server, for requests that refer to them. */
export interface Fixtures extends Target {
  /** Id of a model trained by an SFT job and an RL job. */
  modelId: string;
  /** Name of the model in chat requests. */
  modelName: string;
  runId: string;
  logId: string;
  trajectoryId: string;
  jobId: string;
  /** Id of an artifact that can still change, because no job uses it. */
  artifactId: string;
  /** Id of a model without jobs. */
  freshModelId: string;
  adapterUrl: string;
  /** The URL of an artifact with training data. */
  lessonsUrl: string;
  tinker: TinkerFixtures;
}

/** Ids of existing Tinker objects. */
export interface TinkerFixtures {
  session: string;
  /** Id of a session that requests may finish. */
  finished: string;
  model: string;
  sampler: string;
  request: string;
}

export const json = { 'content-type': 'application/json' };

const project = 'fuzz';
const trainingMs = 600_000;

export async function makeFixtures(target: Target): Promise<Fixtures> {
  const post = (path: string, body: unknown) => call(target, 'POST', path, body);
  const model = await post('models', { project, name: 'fixture', base_model: 'toy' });
  const lessons = await post('artifacts', { project, name: 'lessons' });
  const artifact = await post('artifacts', { project, name: 'files' });
  for (const { id } of [lessons, artifact]) await upload(target, id, 'train.jsonl', lesson);
  const fresh = await post('models', { project, name: 'fresh', base_model: 'toy' });
  const adapter = await post('artifacts', { project, name: 'adapter' });
  const { config, weights } = toyAdapter();
  await upload(target, adapter.id, 'adapter_config.json', config);
  await upload(target, adapter.id, 'adapter_model.safetensors', weights);
  const job = await post('sft-training-jobs', { model_id: model.id, training_data_url: lessons.url });
  await trained(target, job.id);
  const answer = {
    message: { role: 'assistant', content: 'yes' },
    logprobs: { content: [{ token: 'yes', logprob: -1 }] },
  };
  const attempt = (reward: number) => ({ messages_and_choices: [{ role: 'user', content: 'red' }, answer], reward });
  const trajectory_groups = [{ trajectories: [attempt(1), attempt(0)] }];
  await trained(target, (await post('training-jobs', { model_id: model.id, trajectory_groups })).id);
  await post(`models/${model.id}/log`, { split: 'val', trajectory_groups: [{ trajectories: [{ reward: 1 }] }, {}] });
  const logs = await call(target, 'GET', `models/${model.id}/logs`);
  const trajectories = await call(target, 'GET', `models/${model.id}/trajectories?split=train`);
  return {
    ...target,
    modelId: model.id,
    modelName: `wandb-artifact:///local/${project}/fixture`,
    runId: model.run_id,
    logId: logs.data[0].id,
    trajectoryId: trajectories.data[0].id,
    jobId: job.id,
    artifactId: artifact.id,
    freshModelId: fresh.id,
    adapterUrl: adapter.url,
    lessonsUrl: lessons.url,
    tinker: await makeTinkerFixtures(target),
  };
}

async function makeTinkerFixtures(target: Target): Promise<TinkerFixtures> {
  const post = (path: string, body: object) => tinkerCall(target, 'POST', path, body);
  const { session_id: session } = await post('create_session', {});
  const lora_config = { rank: 4 };
  const begun = await post('create_model', { session_id: session, model_seq_id: 0, base_model: 'toy', lora_config });
  const asked = new FuzzRequest(
    'POST',
    '/tinker/api/v1/retrieve_future',
    json,
    JSON.stringify({ request_id: begun.request_id }),
  );
  // On a busy machine compiling kernels takes longer than the server holds a request.
  while ((await exchange(target, asked)).status === 408);
  const sampling = { session_id: session, sampling_session_seq_id: 0, base_model: 'toy' };
  const { sampling_session_id: sampler } = await post('create_sampling_session', sampling);
  const { session_id: finished } = await post('create_session', {});
  return { session, finished, model: begun.model_id, sampler, request: begun.request_id };
}

/** Calls the Tinker API. Throws unless the status is 200. */
export async function tinkerCall(target: Target, method: string, path: string, body?: unknown) {
  const bytes = body === undefined ? null : JSON.stringify(body);
  const answer = await exchange(target, new FuzzRequest(method, `/tinker/api/v1/${path}`, json, bytes));
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** Calls the server's own API. Throws unless the status is 200. */
export async function call(target: Target, method: string, path: string, body?: unknown) {
  const bytes = body === undefined ? null : JSON.stringify(body);
  const answer = await exchange(target, new FuzzRequest(method, `/v1/preview/${path}`, json, bytes));
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

const lesson = `${JSON.stringify({
  messages: [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: 'yes' },
  ],
})}\n`;

async function upload(target: Target, artifactId: string, name: string, content: string | Uint8Array): Promise<void> {
  const path = `/v1/preview/artifacts/${artifactId}/files/${name}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, text } = await exchange(target, new FuzzRequest('PUT', path, headers, content));
  if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text}`);
}

async function trained(target: Target, jobId: string): Promise<void> {
  for (const until = Date.now() + trainingMs; Date.now() < until; ) {
    const { status, error_message } = await call(target, 'GET', `training-jobs/${jobId}`);
    if (status === 'failed') throw new Error(error_message);
    if (status === 'succeeded') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
