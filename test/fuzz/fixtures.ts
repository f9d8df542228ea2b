import { exchange, FuzzRequest, type Target } from './exchange.ts';

/** Things that are there, for requests that need one; made once for a server. */
export interface Fixtures extends Target {
  /** Trained for one step. */
  modelId: string;
  /** As a chat names it. */
  modelName: string;
  runId: string;
  jobId: string;
  /** Still to be changed: no job was made from it. */
  artifactId: string;
  /** Of an artifact with training data. */
  lessonsUrl: string;
}

export const json = { 'content-type': 'application/json' };

const project = 'fuzz';
const trainingMs = 600_000;

export async function makeFixtures(target: Target): Promise<Fixtures> {
  const post = (path: string, body: unknown) => call(target, 'POST', path, body);
  const model = await post('models', { project, name: 'fixture', base_model: 'toy' });
  const lessons = await post('artifacts', { project, name: 'lessons' });
  const artifact = await post('artifacts', { project, name: 'files' });
  for (const { id } of [lessons, artifact]) await upload(target, id);
  const job = await post('sft-training-jobs', { model_id: model.id, training_data_url: lessons.url });
  for (const until = Date.now() + trainingMs; Date.now() < until; ) {
    const { status, error_message } = await call(target, 'GET', `training-jobs/${job.id}`);
    if (status === 'failed') throw new Error(error_message);
    if (status === 'succeeded') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...target,
    modelId: model.id,
    modelName: `wandb-artifact:///local/${project}/fixture`,
    runId: model.run_id,
    jobId: job.id,
    artifactId: artifact.id,
    lessonsUrl: lessons.url,
  };
}

/** Calls what must succeed. */
export async function call(target: Target, method: string, path: string, body?: unknown) {
  const bytes = body === undefined ? null : JSON.stringify(body);
  const answer = await exchange(target, new FuzzRequest(method, `/v1/preview/${path}`, json, bytes));
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

async function upload(target: Target, artifactId: string): Promise<void> {
  const messages = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: 'yes' },
  ];
  const path = `/v1/preview/artifacts/${artifactId}/files/train.jsonl`;
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, text } = await exchange(
    target,
    new FuzzRequest('PUT', path, headers, `${JSON.stringify({ messages })}\n`),
  );
  if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text}`);
}
