import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { tinkerEnvironments } from './tinker-environment.ts';

// biome-ignore lint/suspicious/noExplicitAny: facts of every shape
type Facts = Record<string, any>;

/** Returns `Client.method` for each method in a row's first cell. A method without a client belongs to the last one. */
function methodsOfRow(row: string): string[] {
  let client = '';
  return Array.from(row.split(' | ')[0].matchAll(/`(?:(\w+)\.)?(\w+)`/g), ([, of = client, method]) => {
    client = of;
    return `${of}.${method}`;
  });
}

for (const { version, ...environment } of await tinkerEnvironments()) {
  describe.skipIf(environment.missing !== '')(titled(`the Tinker SDK ${version}`, environment), () => {
    let server: TestServer;
    /** Server that stalls after the first token of each sequence. */
    let stalled: TestServer;
    let script: string;
    let facts: Facts;
    beforeAll(async () => {
      server = await startTestServer();
      script = join(server.home, 'peer.json');
      await writeFile(script, '{"stallAfter":1}');
      stalled = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
      const otherKey = await newKey(server, { owner: 'bob' });
      const urlOf = ({ baseUrl }: TestServer) => `${new URL(baseUrl).origin}/tinker`;
      const other = { url: urlOf(stalled), key: stalled.key, script };
      const program = fileURLToPath(new URL('client.py', import.meta.url));
      const { vocab_size: vocabulary } = JSON.parse(
        readFileSync(join(server.home, 'toy-model', 'config.json'), 'utf8'),
      );
      facts = await factsOf(environment.python, [program], {
        env: {
          TEST_SERVER: JSON.stringify({
            ...{ url: urlOf(server), key: server.key, otherKey, vocabulary, most: 20, stalled: other },
          }),
        },
      });
    });
    afterAll(async () => {
      await stalled?.end();
      await server?.end();
    });

    test('lists the served models, and creates a LoRA model of rank 8, or 32 by default', () => {
      expect(facts.models).toEqual(['toy']);
      expect(facts.info).toEqual(['toy', 8, true]);
      expect(facts.usual).toBe(32);
    });

    test('every public method is in the table of docs/tinker.md, and the unsupported ones are refused', () => {
      const file = fileURLToPath(new URL('../../docs/tinker.md', import.meta.url));
      const [, table] = /## Methods\n(.*?)\n## /s.exec(readFileSync(file, 'utf8'))!;
      const told = new Set(table.split('\n').flatMap(methodsOfRow));
      const untold = facts.methods.filter((method: string) => !told.has(method));
      expect(facts.methods.length).toBeGreaterThan(50);
      expect(untold).toEqual([]);
      const missing = ['NotFoundError', 404];
      expect(facts.refused).toEqual({
        'ServiceClient.copy_weights': missing,
        'RestClient.copy_weights': missing,
        'RestClient.assign_session_project': missing,
        'RestClient.export_session_trace': missing,
        'RestClient.search_sessions': ['APIStatusError', 405],
        'RestClient.whoami': ['RuntimeError', null],
        'AdminClient.get_audit_log': missing,
        'AdminClient.get_billing_usage': missing,
        'AdminClient.get_current_checkpoint_storage_usage': missing,
      });
    });

    test('accepts the answer to its heartbeat', () => {
      expect(facts.heartbeat).toBeNull();
    });

    test('accumulates gradients over calls, and forward does not change them', () => {
      expect(facts.outputs).toEqual(Array(8).fill(20));
      expect(facts.sum).toBeLessThan(1e-3);
      expect(facts.looked).toBeLessThan(1e-5);
      expect(facts.norms).toBeLessThan(1e-5);
      expect(facts.after).toBeLessThan(1e-2);
    });

    test('gets the same outputs and gradient for a group with a shared prompt as for separate calls', () => {
      const { outputs, norm, some } = facts.group;
      expect(some).toBeGreaterThan(0.1);
      expect(outputs).toBeLessThan(1e-4);
      expect(norm).toBeLessThan(1e-4);
    });

    test('lowers the loss with each training step', () => {
      expect(facts.lower).toEqual(facts.lower.toSorted((a: number, b: number) => b - a));
    });

    test.each([
      ...['importance_sampling', 'ppo', 'ppo, clipped', 'cispo', 'cispo, clipped', 'dro', 'gspo', 'gspo, clipped'],
    ])('the loss of %s agrees with its formula in float64', (name) => {
      const [told, expected] = facts.losses[name];
      expect(Math.abs(expected)).toBeGreaterThan(0.1);
      expect(Math.abs(told - expected)).toBeLessThan(1e-3);
    });

    test('clip thresholds change the formulas’ losses of ppo, cispo and gspo', () => {
      for (const name of ['ppo', 'cispo', 'gspo']) {
        expect(Math.abs(facts.losses[name][1] - facts.losses[`${name}, clipped`][1])).toBeGreaterThan(1e-2);
      }
    });

    test('gets prompt log-probabilities from a sample that agree with compute_logprobs', () => {
      const { prompt } = facts.sampled;
      const ofLast = Array.from({ length: 20 }, (_, t) => t < 16);
      expect(prompt).toMatchObject({
        topk: [null, ...Array(19).fill(3)],
        sorted: true,
        likelier: true,
        last: ofLast,
        lastTopk: ofLast,
        lastScored: ofLast,
        none: [null, null],
      });
      expect(prompt.whole[0]).toBeNull();
      expect(prompt.whole[1]).toBeLessThan(1e-4);
      expect(prompt.total).toBeLessThan(1 + 1e-4);
      expect(prompt.lastDifference).toBeLessThan(1e-4);
      expect(prompt.listed[0]).toBe(4);
      expect(prompt.listed[1]).toBeLessThan(1e-4);
    });

    test('a wrong or malformed key raises an error without minutes of retries', () => {
      const { wrong, formless, seconds } = facts.keys;
      expect(wrong).toMatchObject({ kind: 'AuthenticationError', message: expect.stringMatching(/key/i) });
      expect(formless).toMatchObject({ kind: expect.stringMatching(/Error$/), message: expect.stringMatching(/tml-/) });
      // The client retries for five minutes if it considers an error temporary.
      expect(seconds).toBeLessThan(120);
    });

    test('cancelling the future of a sample aborts it on the server', async () => {
      expect(facts.cancelled).toEqual({
        waited: 'TimeoutError',
        sent: 1,
        result: { error: expect.stringMatching(/cancelled/), category: 'user' },
      });
      await expect.poll(() => readFile(`${script}.cancels`, 'utf8').catch(() => '')).toBe('.');
    });

    test('samples from the current weights, reproducibly by seed, and stops at a stop token', () => {
      expect(facts.sampled).toMatchObject({
        lengths: [6, 6],
        reasons: ['length', 'length'],
        ids: 2,
        again: true,
        topk: [[6, 3], true],
        none: true,
        stopped: ['stop', true],
        baseModel: 'toy',
      });
      expect(facts.sampled.scoredAsForward).toBeLessThan(1e-4);
      expect(facts.sampled.sampledAsForward).toBeLessThan(1e-4);
      expect(facts.sampled.movedFromBase).toBeGreaterThan(1e-3);
      expect(facts.sampled.text).toMatchObject({ category: 'user', message: expect.stringMatching(/max_tokens/) });
    });

    test('gets log-probabilities of samples at their temperature, and the model’s at temperature 0', () => {
      const { tempered } = facts.sampled;
      expect(Object.keys(tempered)).toEqual(['0.5', '1.0', '2.0', '0.0']);
      for (const difference of Object.values(tempered)) expect(difference).toBeLessThan(1e-4);
    });

    test('saves adapters for download by signed addresses that need no key and expire', () => {
      expect(facts.external).toMatchObject({
        path: 'external_weights/shipped',
        files: ['adapter_config.json', 'adapter_model.safetensors'],
        whole: [true, true],
        config: { peft_type: 'LORA', r: 8, lora_alpha: 32 },
        listed: ['external', 'external_weights/shipped', true],
        sameScores: true,
        // `tinker checkpoint download` of a training checkpoint creates an external one, and deletes it.
        command: { 'adapter_config.json': true, 'adapter_model.safetensors': true },
        foreign: [true, null],
        forged: 404,
        deleted: 404,
        encrypted: { category: 'user', message: expect.stringMatching(/age_encryption_recipients: is not supported/) },
      });
      expect(facts.external.minutes).toBeGreaterThan(59);
      expect(facts.external.minutes).toBeLessThanOrEqual(60.1);
      const [count, projections] = facts.external.tensors;
      expect(projections).toEqual(['down_proj', 'gate_proj', 'k_proj', 'o_proj', 'q_proj', 'up_proj', 'v_proj']);
      expect(count % 14).toBe(0);
    });

    test('resumes bit-identically from weights with optimizer state, and differently without it', () => {
      expect(facts.saved).toMatchObject({
        same: true,
        taken: { category: 'user', message: expect.stringMatching(/'before' already/) },
        resumed: true,
        loaded: true,
        weightsOnly: [true, false],
        listed: ['sampler_weights/out', 'weights/before'],
        everywhere: [2, 2],
        info: { base_model: 'toy', is_lora: true, lora_rank: 8, train_mlp: true, train_attn: true },
        deleted: ['sampler_weights/out'],
        gone: { kind: expect.stringMatching(/./) },
      });
      expect(facts.saved.named).toBeLessThan(1e-4);
    });

    test('lists runs, sessions and checkpoints, and publishes a checkpoint to other owners', () => {
      const { rest } = facts.saved;
      expect(rest).toMatchObject({
        run: ['toy', 8, true, false, { experiment: 'first' }],
        last: [true, true],
        byPath: true,
        runs: [2, true, 'local'],
        session: [true, true],
        listed: true,
        published: { 'weights/before': [true, false], 'sampler_weights/out': [false, false] },
        expiring: { 'weights/before': [true, true] },
        restored: { 'weights/before': [false, false] },
      });
      // The other owner can load the checkpoint while it is public, and can never delete it.
      const [[loaded, deleted], [notLoaded]] = rest.foreign;
      expect([loaded, deleted !== null, notLoaded]).toEqual([null, true, 'failed']);
    });

    test('the OpenAI endpoint serves saved weights by their path', () => {
      const [saved, base, unknown] = facts.saved.rest.oai;
      expect(saved.slice(1)).toEqual([200, true]);
      expect(saved[0]).toHaveLength(4);
      expect(saved[0]).not.toEqual(base[0]);
      expect(unknown).toEqual([404, 404]);
    });

    test.each([
      ['length', /weights: has 1 values, but model_input has 20 tokens/],
      ['input', /'cross_entropy' has no such input/],
      ['loss', /'stable_reinforce' does not exist/],
      ['rank', /DAYBREAK_LORA_MAX_RANK=33/],
      ['model', /'other' is not served/],
    ])('raises a user error with the reason: %s', (name, message) => {
      expect(facts.errors[name]).toMatchObject({
        kind: 'failed',
        category: 'user',
        message: expect.stringMatching(message),
      });
    });
  });
}
