import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryPausesToken } from '../../src/app/container.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import type { LayerKeep } from '../../src/model/decoder-layer.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { bytesOfPass } from '../../src/training/trainer/memory-plan.ts';
import { type JobEvent, pollEvents, startTestServer, type TestServer, withoutClock } from '../api/test-server.ts';

/** Entry of the real compute process with a device that fails on request. */
const workerEntry = fileURLToPath(new URL('failing-device.ts', import.meta.url));
let folder: string;
let script: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-device-'));
  script = join(folder, 'script.json');
  server = await startTestServer({
    workerEntry,
    env: { FAILING_DEVICE: script },
    exchangeParts: (container) => {
      container.rebind(memoryPausesToken).toConstantValue([10, 20]);
    },
  });
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

/** Schedules failures, counted from the next step. */
async function failAt(steps: { lost: number[]; full: number[]; memory?: number }): Promise<void> {
  const taken = (await readFile(`${script}.steps`, 'utf8').catch(() => '')).length;
  const later = (numbers: number[]) => numbers.map((number) => taken + number);
  await writeFile(script, JSON.stringify({ ...steps, lost: later(steps.lost), full: later(steps.full) }));
}

/** Runs an SFT job of six rows on a new model. Returns its events and the files of its checkpoint. */
async function train(
  name: string,
  answer = 'maybe',
  batch = 1,
): Promise<{ events: JobEvent[]; files: Record<string, string> }> {
  const wanted = { project: 'device', name, base_model: 'toy' };
  const { id: model } = (await server.call('POST', '/preview/models', wanted)).body;
  const artifact = (await server.call('POST', '/preview/artifacts', { name })).body;
  const rows = ['red', 'blue', 'hot', 'cold', 'up', 'down'].map((question) => ({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  }));
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  expect(put.status).toBe(200);
  const job = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: model,
    training_data_url: artifact.url,
    config: { batch_size: batch, learning_rate: 3e-3 },
  });
  expect(job.status).toBe(200);
  const events = await pollEvents(server, job.body.id);
  return { events, files: await filesBelow(join(server.home, 'checkpoints', model)) };
}

async function filesBelow(path: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const checkpoint of await readdir(path).catch(() => [])) {
    for (const name of await readdir(join(path, checkpoint))) {
      files[`${checkpoint[0]}/${name}`] = (await readFile(join(path, checkpoint, name))).toString('base64');
    }
  }
  return files;
}

const steps = (events: JobEvent[]) =>
  events.filter(({ type }) => type === 'gradient_step').map(({ data }) => withoutClock(data));

test('a step that loses the device or runs out of memory is repeated, with bit-identical weights', async () => {
  await failAt({ lost: [], full: [] });
  const calm = await train('calm');
  expect(calm.events.at(-1)?.type).toBe('training_ended');
  expect(Object.keys(calm.files)).toHaveLength(3);
  // Step 1 loses the device; later ones lose it once and run out of memory twice, each after a committed step.
  await failAt({ lost: [1, 4], full: [6, 8] });
  const before = server.compute.report().restarts;
  const struck = await train('struck');
  expect(struck.events.at(-1)?.type).toBe('training_ended');
  expect(server.compute.report().restarts - before).toBe(2);
  expect(steps(struck.events)).toEqual(steps(calm.events));
  expect(steps(calm.events)).toHaveLength(6);
  expect(struck.files).toEqual(calm.files);
});

test('a job keeps its micro-batches after a restart with less memory, with bit-identical weights', async () => {
  const answer = 'maybe '.repeat(110);
  await failAt({ lost: [], full: [] });
  const calm = await train('roomy', answer, 3);
  expect(steps(calm.events)).toHaveLength(2);
  const path = join(server.home, 'toy-model', 'config.json');
  const config = parseModelConfig(path, JSON.parse(await readFile(path, 'utf8')));
  const lora = loraLayout(config);
  const layers = config.num_hidden_layers;
  const need = (kept: LayerKeep) => 16 * lora.elements + bytesOfPass(config, lora.rank, 512, Array(layers).fill(kept));
  const memory = (need('input') + need('all')) / 2;
  // The process started after the loss has less memory.
  await failAt({ lost: [2], full: [], memory });
  const struck = await train('less', answer, 3);
  expect(struck.files).toEqual(calm.files);
  expect(steps(struck.events)).toEqual(steps(calm.events));
  // A job that starts with less memory has other micro-batches, whose gradients are summed in another order.
  expect((await train('little', answer, 3)).files).not.toEqual(calm.files);
  // With too little memory for its micro-batches, the job fails and says so.
  await failAt({ lost: [1], full: [] });
  await train('roomy-again');
  await failAt({ lost: [2], full: [], memory: need('input') - 1 });
  const { events } = await train('none', answer, 3);
  expect(events.map(({ type }) => type)).toEqual(['training_started', 'gradient_step', 'training_failed']);
  expect(events.at(-1)?.data.error_message).toMatch(/began with micro-batches of 512 tokens/);
  await failAt({ lost: [1], full: [] });
  await train('well-again');
});

test('a step that runs out of memory three times fails the job with advice', async () => {
  await failAt({ lost: [], full: [2, 3, 4] });
  const { events } = await train('too-big');
  expect(events.map(({ type }) => type)).toEqual(['training_started', 'gradient_step', 'training_failed']);
  expect(events.at(-1)?.data.error_message).toMatch(/ran out of memory.*fewer or shorter/);
  // The device works for the next job.
  await failAt({ lost: [], full: [] });
  expect((await train('next')).events.at(-1)?.type).toBe('training_ended');
});

test('a device loss during scoring and during a step changes no bit, and finished scores are reused', async () => {
  const messages = [{ role: 'user', content: 'red' }];
  const asked = { model: 'toy', messages, n: 6, seed: 1, max_tokens: 6 };
  const { choices } = (await server.call('POST', '/chat/completions', asked)).body;
  const trajectories = choices.map((choice: object, place: number) => ({
    messages_and_choices: [...messages, choice],
    reward: place % 3,
  }));
  const reinforce = async (name: string) => {
    const wanted = { project: 'device', name, base_model: 'toy' };
    const { id: model } = (await server.call('POST', '/preview/models', wanted)).body;
    const job = await server.call('POST', '/preview/training-jobs', {
      model_id: model,
      trajectory_groups: [{ trajectories }],
      experimental_config: {
        ...{ learning_rate: 1e-3, packed_sequence_length: 64, logprob_calculation_chunk_size: 64 },
        ...{ precalculate_logprobs: true, kl_penalty_coef: 0.05, kl_penalty_reference_step: 0 },
      },
    });
    expect(job.status).toBe(200);
    const events = await pollEvents(server, job.body.id);
    expect(events.at(-1)?.type).toBe('training_ended');
    return { events, files: await filesBelow(join(server.home, 'checkpoints', model)) };
  };
  const scorings = async () => (await readFile(`${script}.scores`, 'utf8')).length;
  await failAt({ lost: [], full: [] });
  // Files that earlier failed jobs keep for a retry.
  const kept = await readdir(join(server.home, 'jobs'));
  const calm = await reinforce('scored');
  const done = await scorings();
  // Each attempt scores twice, with the starting and the reference weights. The second scoring of the first attempt
  // loses the device, and so does the first step.
  const taken = (await readFile(`${script}.steps`, 'utf8')).length;
  await writeFile(script, JSON.stringify({ lost: [taken + 1], full: [], lostScores: [done + 2] }));
  const struck = await reinforce('scored-under-loss');
  expect((await scorings()) - done).toBe(4);
  expect(steps(struck.events)).toEqual(steps(calm.events));
  expect(steps(calm.events)).toHaveLength(1);
  expect(struck.files).toEqual(calm.files);
  await expect.poll(() => readdir(join(server.home, 'jobs'))).toEqual(kept);
});
