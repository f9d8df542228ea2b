import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { askOne } from '../install/installed.ts';
import { root } from './chart.ts';

// `!override` below needs Compose 2.24.
const version = spawnSync('docker', ['compose', 'version', '--short'], { encoding: 'utf8' }).stdout ?? '';
const isThere = /^v?(2\.(2[4-9]|[3-9]\d)|[3-9]|\d\d)/.test(version) && spawnSync('docker', ['info']).status === 0;
if (!isThere) console.warn('the compose file is not run: there is no Docker with Docker Compose 2.24 or newer');

const question = { messages: [{ role: 'user', content: 'yes or no?' }], temperature: 0, max_tokens: 4 };

describe.skipIf(!isThere)('the compose file', () => {
  const secret = () => randomBytes(24).toString('hex');
  const key = secret();
  const secrets = { POSTGRES_PASSWORD: secret(), NATS_PASSWORD: secret(), S3_SECRET_KEY: secret() };
  const env = { ...process.env, ...secrets, DAYBREAK_API_KEY: key };
  let folder: string;
  let url: string;
  let model: { id: string; entity: string; project: string; name: string };

  const compose = (...args: string[]) => {
    const files = ['-f', join(root, 'deploy/compose.yaml'), '-f', join(folder, 'toy.yaml')];
    const options = { env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const { status, stdout, stderr } = spawnSync(
      'docker',
      ['compose', '-p', `daybreak-test-${process.pid}`, ...files, ...args],
      options,
    );
    if (status !== 0) throw new Error(`docker compose ${args[0]}: ${(stdout + stderr).slice(-4000)}`);
    return stdout.trim();
  };
  const up = () => {
    compose('up', '--wait', '--scale', 'worker=2');
    url = `http://${compose('port', 'api', '8484')}/v1`;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const isText = typeof body === 'string';
    const type = isText ? 'application/octet-stream' : 'application/json';
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: isText ? body : JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.ok, `${path}: ${text}`).toBe(true);
    return JSON.parse(text);
  };
  const chat = async (step: string) => {
    const name = `wandb-artifact:///${model.entity}/${model.project}/${model.name}:${step}`;
    const { choices } = await call('POST', '/chat/completions', { model: name, ...question });
    return choices[0].message.content as string;
  };
  const readyWorkers = async () => {
    const { data } = await call('GET', '/preview/workers');
    return data.filter(({ state }: { state: string }) => state === 'ready').length;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybreak-compose-'));
    writeToyModel(join(folder, 'toy'), { answers: ['yes', 'no', 'maybe'] });
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    // A free port in place of 8484, which another server may use.
    writeFileSync(
      join(folder, 'toy.yaml'),
      `x-toy: &toy
  image: daybreak-test
  environment: { DAYBREAK_MODEL: /models/toy }
  volumes: ['${join(folder, 'toy')}:/models/toy:ro']
services:
  api: { <<: *toy, ports: !override ['127.0.0.1::8484'] }
  worker: *toy
`,
    );
    compose('build', 'api');
    up();
  });
  afterAll(() => {
    compose('down', '--volumes', '--timeout', '5');
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts the requested number of workers, and answers', async () => {
    await askOne(url, key);
    await expect.poll(readyWorkers).toBe(2);
  });

  it('runs an SFT job to its end', async () => {
    const [base_model] = await call('GET', '/preview/base-models');
    model = await call('POST', '/preview/models', { project: 'test', name: 'composed', base_model });
    const data = await call('POST', '/preview/artifacts', { name: 'data' });
    const line = JSON.stringify({ messages: [...question.messages, { role: 'assistant', content: 'maybe maybe' }] });
    await call('PUT', `/preview/artifacts/${data.id}/files/train.jsonl`, Array(60).fill(line).join('\n'));
    const job = await call('POST', '/preview/sft-training-jobs', {
      model_id: model.id,
      training_data_url: data.url,
      config: { batch_size: 6, learning_rate: 5e-3 },
    });
    const types = async () => {
      const { data: events } = await call('GET', `/preview/training-jobs/${job.id}/events`);
      return events.map(({ type }: { type: string }) => type).join();
    };
    await expect.poll(types).toMatch(/training_(ended|failed)$/);
    expect(await types()).toMatch(/gradient_step,training_ended$/);
  });

  it('answers after a worker is killed', async () => {
    const [killed] = compose('ps', '--quiet', 'worker').split('\n');
    execFileSync('docker', ['kill', '--signal', 'KILL', killed]);
    expect(await chat('step0')).toBe(await chat('step0'));
    await expect.poll(readyWorkers).toBe(1);
  });

  it('answers the same after down and up', async () => {
    const [before, after] = [await chat('step0'), await chat('step1')];
    expect(after).not.toBe(before);
    compose('down');
    up();
    expect([await chat('step0'), await chat('step1')]).toEqual([before, after]);
  });
});
