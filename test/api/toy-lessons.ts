import { expect } from 'vitest';
import type { Caller } from './test-server.ts';

/** A trainable model based on the toy. */
export interface ToyModel {
  id: string;
  /** Its name in chats, to which a step such as `:step0` may be appended. */
  name: string;
}

export async function newModel(server: Caller, name: string): Promise<ToyModel> {
  const { body } = await server.call('POST', '/preview/models', { project: 'loop', name, base_model: 'toy' });
  return { id: body.id, name: `wandb-artifact:///local/loop/${name}` };
}

/** Starts an SFT job on `rounds` times six rows with this answer, and returns its id. */
export async function teach(
  server: Caller,
  model: ToyModel,
  answer: string,
  batchSize = 1,
  rounds = 2,
): Promise<string> {
  const artifact = (await server.call('POST', '/preview/artifacts', { name: 'lessons' })).body;
  const lines = ['red', 'blue', 'hot', 'cold', 'up', 'down'].map((question) => ({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  }));
  const data = Array.from({ length: rounds }, () => lines.map((line) => JSON.stringify(line)).join('\n')).join('\n');
  await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: data,
  });
  const { status, body } = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: model.id,
    training_data_url: artifact.url,
    config: { batch_size: batchSize, learning_rate: 3e-3 },
  });
  expect(status, body.error?.message).toBe(200);
  return body.id;
}
