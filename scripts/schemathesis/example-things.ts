import { toyAdapter } from '../toy-adapter.ts';

/** Ids of existing objects, which replace ids in the contract's examples that no server has. */
export interface ExampleThings {
  model_id: string;
  run_id: string;
  log_id: string;
  trajectory_id: string;
  /** A model without jobs, for importing an adapter. */
  fresh_model_id: string;
  training_job_id: string;
  /** A cancelled job, which may be cancelled again. */
  cancelled_job_id: string;
  artifact_id: string;
}

const data = `${JSON.stringify({
  messages: [
    { role: 'user', content: 'Is water wet?' },
    { role: 'assistant', content: 'yes' },
  ],
})}\n`;

/** Creates the model and the training data of the contract's examples, and trains the model one step. */
export async function makeExampleThings(origin: string, key: string, baseModel: string): Promise<ExampleThings> {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const isFile = typeof body === 'string' || body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const response = await fetch(`${origin}/v1/preview/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: body === undefined || isFile ? (body as BodyInit | undefined) : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const artifact = async (name: string) => {
    const made = await call<{ id: string; url: string }>('POST', 'artifacts', { name, project: 'yes-no-maybe' });
    await call('PUT', `artifacts/${made.id}/files/train.jsonl`, data);
    return made;
  };
  const model = (name: string) =>
    call<{ id: string; run_id: string }>('POST', 'models', { project: 'yes-no-maybe', name, base_model: baseModel });
  const { id: model_id, run_id } = await model('agent-001');
  const { url: training_data_url } = await artifact('agent-001-sft-data');
  const { id: training_job_id } = await call<Job>('POST', 'sft-training-jobs', { model_id, training_data_url });
  await ended(() => call<Job>('GET', `training-jobs/${training_job_id}`));
  const { id: cancelled_job_id } = await call<Job>('POST', 'sft-training-jobs', { model_id, training_data_url });
  await call('POST', `training-jobs/${cancelled_job_id}/cancel`);
  await call('POST', `models/${model_id}/log`, {
    split: 'val',
    trajectory_groups: [{ trajectories: [{ reward: 1 }] }],
  });
  const logs = await call<{ data: { id: string }[] }>('GET', `models/${model_id}/logs`);
  const [{ id: log_id }] = logs.data;
  const answer = { message: { content: 'yes' }, logprobs: { content: [{ token: 'yes', logprob: -1 }] } };
  const attempt = (reward: number) => ({ messages_and_choices: [{ role: 'user', content: 'red' }, answer], reward });
  const trajectory_groups = [{ trajectories: [attempt(1), attempt(0)] }];
  const rl = await call<Job>('POST', 'training-jobs', { model_id, trajectory_groups });
  await ended(() => call<Job>('GET', `training-jobs/${rl.id}`));
  const listed = `models/${model_id}/trajectories?split=train`;
  const trajectories = await call<{ data: { id: string }[] }>('GET', listed);
  const [{ id: trajectory_id }] = trajectories.data;
  const { id: fresh_model_id } = await model('agent-003');
  const adapter = await call<{ id: string }>('POST', 'artifacts', {
    name: 'agent-001-adapter',
    project: 'yes-no-maybe',
  });
  const { config, weights } = toyAdapter({ baseModel });
  await call('PUT', `artifacts/${adapter.id}/files/adapter_config.json`, config);
  await call('PUT', `artifacts/${adapter.id}/files/adapter_model.safetensors`, weights);
  const { id: artifact_id } = await artifact('agent-002-sft-data');
  const jobs = { training_job_id, cancelled_job_id };
  return { model_id, fresh_model_id, run_id, log_id, trajectory_id, ...jobs, artifact_id };
}

interface Job {
  id: string;
  status: string;
  error_message: string | null;
}

async function ended(read: () => Promise<Job>): Promise<void> {
  for (;;) {
    const { status, error_message } = await read();
    if (status === 'succeeded') return;
    if (status !== 'queued' && status !== 'running') throw new Error(`the job has ${status}: ${error_message}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
