import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { pollEvents, type TestAnswer, type TestServer } from '../api/test-server.ts';

/** Ids of an owner's records, which have the same names for each owner. */
export interface OwnerRecords {
  key: string;
  model: string;
  run: string;
  log: string;
  trajectory: string;
  job: string;
  artifact: string;
  artifactUrl: string;
  modelName: string;
  tinker: TinkerRecords;
}

/** Ids of an owner's Tinker records. */
export interface TinkerRecords {
  session: string;
  model: string;
  sampler: string;
  request: string;
}

export const fileName = 'train.jsonl';
const row = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n';
export const messages = [{ role: 'user', content: 'hello' }];

/** Returns trainable groups from a choice of a chat with the model. */
export function groupsOf(choice: unknown): unknown[] {
  const trajectory = (reward: number) => ({ messages_and_choices: [...messages, choice], reward, metrics: {} });
  return [{ trajectories: [trajectory(0), trajectory(1)] }];
}

/**
 * Creates a model, a trained checkpoint with its job, events and run, a log, and an artifact with a file.
 */
export async function createRecords(server: TestServer, key: string): Promise<OwnerRecords> {
  const call = as(server, key);
  const model = { base_model: 'toy', entity: 'team', project: 'p', name: 'agent' };
  const { body: made } = await call('POST', '/preview/models', model);
  const modelName = 'wandb-artifact:///team/p/agent';
  const chat = await call('POST', '/chat/completions', { model: modelName, messages, max_tokens: 2 });
  const groups = groupsOf(chat.body.choices[0]);
  const job = await call('POST', '/preview/training-jobs', { model_id: made.id, trajectory_groups: groups });
  const ended = await pollEvents({ ...server, call }, job.body.id);
  expect(ended.at(-1)?.type).toBe('training_ended');
  await call('POST', `/preview/models/${made.id}/log`, { split: 'val', trajectory_groups: groups });
  const logs = await call('GET', `/preview/models/${made.id}/logs`);
  const trajectories = await call('GET', `/preview/models/${made.id}/trajectories?split=train`);
  const { body: artifact } = await call('POST', '/preview/artifacts', { entity: 'team', project: 'p', name: 'data' });
  const upload = await uploadRow(server, key, artifact.id);
  expect(upload.status).toBe(200);
  return {
    key,
    model: made.id,
    run: made.run_id,
    log: logs.body.data[0].id,
    trajectory: trajectories.body.data[0].id,
    job: job.body.id,
    artifact: artifact.id,
    artifactUrl: artifact.url,
    modelName,
    tinker: await createTinkerRecords(server, key),
  };
}

async function createTinkerRecords(server: TestServer, key: string): Promise<TinkerRecords> {
  const ask = async (path: string, body: object): Promise<Record<string, string>> => {
    const url = `${new URL(server.baseUrl).origin}/tinker/api/v1/${path}`;
    const headers = { 'x-api-key': `tml-${key}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Record<string, string>;
  };
  const { session_id } = await ask('create_session', { tags: [], sdk_version: '0.38.0' });
  const model = { session_id, model_seq_id: 0, base_model: 'toy', lora_config: { rank: 4 } };
  const { model_id, request_id } = await ask('create_model', model);
  const sampler = { session_id, sampling_session_seq_id: 0, base_model: 'toy' };
  const { sampling_session_id } = await ask('create_sampling_session', sampler);
  await ask('retrieve_future', { request_id });
  return { session: session_id, model: model_id, sampler: sampling_session_id, request: request_id };
}

function uploadRow(server: TestServer, key: string, artifact: string): Promise<Response> {
  return fetch(`${server.baseUrl}/preview/artifacts/${artifact}/files/${fileName}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body: Buffer.from(row),
  });
}

/** Returns the server's `call` with another key. */
export function as(server: TestServer, key: string): TestServer['call'] {
  return (method, path, body, headers = {}): Promise<TestAnswer> =>
    server.call(method, path, body, { authorization: `Bearer ${key}`, ...headers });
}

const tables = [
  'models',
  'runs',
  'run_history',
  'jobs',
  'events',
  'checkpoints',
  'artifacts',
  'artifact_files',
  'logs',
];

/** Returns everything that a request could change: all rows except keys, and all files with their sizes. */
export async function stateOf(home: string): Promise<unknown> {
  const database = new DatabaseSync(join(home, 'daybreak.sqlite'), { readOnly: true });
  const rows = tables.map((table) => [table, database.prepare(`select * from ${table} order by 1, 2`).all()]);
  database.close();
  const files: [string, number][] = [];
  for (const folder of ['artifacts', 'checkpoints', 'jobs', 'logs']) {
    for (const entry of await readdir(join(home, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push([entry.name, (await stat(join(entry.parentPath, entry.name))).size]);
    }
  }
  return { rows, files: files.sort() };
}
