// The clients of all languages make the same calls against a live server, and must get the same answers.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../scripts/clients/all.mjs';
import { run } from '../../scripts/run.mjs';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { triedClients } from './toolchain.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const requestId = expect.stringMatching(/./);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

describe.each(triedClients)('$client.language', ({ client, skip }) => {
  let scratch: string;
  let programs: { smoke: Command; quickstart: Command; exchange: Command };
  beforeAll(async () => {
    if (skip) return;
    scratch = await mkdtemp(join(tmpdir(), `daybreak-${client.language}-`));
    programs = await client.build(scratch);
  });
  afterAll(async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  test.skipIf(skip)('makes eleven calls against a live server and gets the expected answers', async () => {
    const name = `smoke-${client.language}`;
    const output = await start(programs.smoke, { SMOKE_NAME: name, DAYBREAK_BASE_MODEL: 'toy' });
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const chat = lines[4];
    expect(lines).toEqual([
      { call: 'health', status: 'ok', version: '0.0.0-test' },
      { call: 'server', version: '0.0.0-test', load: 0, tokenizer_class: expect.any(String) },
      { call: 'base_models', names: ['toy'] },
      { call: 'create_model', id: uuid, name, base_model: 'toy', run_id: uuid },
      {
        call: 'chat',
        texts: [expect.any(String), expect.any(String)],
        finish_reasons: [expect.stringMatching(/^(stop|length)$/), expect.stringMatching(/^(stop|length)$/)],
        completion_tokens: expect.any(Number),
      },
      {
        call: 'chat_stream',
        text: chat.texts[0],
        chunks: expect.any(Number),
        finish_reason: chat.finish_reasons[0],
        completion_tokens: expect.any(Number),
      },
      {
        call: 'rl_job',
        kind: 'rl',
        events: ['training_started', 'gradient_step', 'training_ended'],
        pages: expect.any(Number),
      },
      { call: 'sft_job', kind: 'sft', bytes: 188, sha256: trainingDataDigest, status: 'succeeded', step: 2 },
      { call: 'checkpoints', steps: [0, 1, 2] },
      {
        call: 'errors',
        not_found: { status: 404, code: 'not_found', param: 'model_id', request_id: requestId },
        invalid: { status: 422, code: 'validation_failed', param: 'limit', issues: 1, request_id: requestId },
      },
      { call: 'delete_model', deleted_checkpoints: 3, deleted_run: true },
    ]);
    const [stream, job] = [lines[5], lines[6]];
    expect(chat.completion_tokens).toBeGreaterThan(stream.completion_tokens);
    expect(stream.chunks).toBeGreaterThan(2); // roles, at least one text, usage: a stream, not one piece
    expect(job.pages).toBeGreaterThan(1);
  });

  test.skipIf(skip)('its quickstart example trains a model to step 1', async () => {
    const output = await start(programs.quickstart);
    expect(output.trim().split('\n').at(-1)).toBe('trained to step 1');
  });

  test.skipIf(skip)('its exchange example retries a job, imports an adapter, and saves downloads', async () => {
    const output = await start(programs.exchange);
    const lines = ['cancelled', 'trained to step 1', 'imported as step 0', 'logged under val: 1 group'];
    expect(output.trim().split('\n')).toEqual(lines);
    const saved = (name: string) => readFile(join(scratch, name));
    expect(tarNames(await saved('merged.tar'))).toContain('model.safetensors');
    expect((await saved('events.out.tfevents.daybreak')).includes('brain.Event:2')).toBe(true);
  });
});

/** Returns the names of the files in a tar archive, without their folders. */
function tarNames(archive: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; archive[at] > 0; ) {
    const text = (from: number, bytes: number) =>
      archive.toString('latin1', at + from, at + from + bytes).split('\0')[0];
    names.push(text(0, 100).split('/').at(-1)!);
    at += 512 * (1 + Math.ceil(Number.parseInt(text(124, 12), 8) / 512));
  }
  return names;
}

const trainingDataDigest = '2c6d1be72512c9f0a21a9feacaf0c129f9854b52cc9a331f7ebb66984225f743';

function start({ program, args, cwd, env }: Command, more: Record<string, string> = {}): Promise<string> {
  const place = { DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_API_KEY: server.key };
  // A proxy on a closed port: clients must not use a proxy for the local machine.
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', NO_PROXY: '', no_proxy: '' };
  return run(program, args, { cwd, env: { ...process.env, ...env, ...proxies, ...place, ...more } });
}
