import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { tinkerEnvironments } from './tinker-environment.ts';

// biome-ignore lint/suspicious/noExplicitAny: facts of every shape
type Facts = Record<string, any>;

for (const { version, ...environment } of await tinkerEnvironments()) {
  describe.skipIf(environment.missing !== '')(titled(`the Tinker SDK ${version}`, environment), () => {
    let server: TestServer;
    let facts: Facts;
    beforeAll(async () => {
      server = await startTestServer();
      const otherKey = await newKey(server, { owner: 'bob' });
      const url = `${new URL(server.baseUrl).origin}/tinker`;
      const program = fileURLToPath(new URL('client.py', import.meta.url));
      const { vocab_size: vocabulary } = JSON.parse(
        readFileSync(join(server.home, 'toy-model', 'config.json'), 'utf8'),
      );
      facts = await factsOf(environment.python, [program], {
        env: { TEST_SERVER: JSON.stringify({ url, key: server.key, otherKey, vocabulary }) },
      });
    });
    afterAll(() => server?.end());

    test('finds the served models, and reads what it makes of them', () => {
      expect(facts.models).toEqual(['toy']);
      expect(facts.info).toEqual(['toy', 8, true]);
      expect(facts.usual).toBe(32);
    });

    test('every public method stands in the table of docs/tinker.md, and what is refused there is refused', () => {
      const file = fileURLToPath(new URL('../../docs/tinker.md', import.meta.url));
      const [, table] = /## Methods\n(.*?)\n## /s.exec(readFileSync(file, 'utf8'))!;
      const names = new Set(table.match(/(?<=`(?:\w+\.)?)\w+(?=`)/g));
      const untold = facts.methods.filter((method: string) => !names.has(method.split('.')[1]));
      expect(facts.methods.length).toBeGreaterThan(50);
      expect(untold).toEqual([]);
      expect(facts.refused).toEqual({
        'RestClient.copy_weights': 'NotFoundError',
        'RestClient.assign_session_project': 'NotFoundError',
        'RestClient.export_session_trace': 'NotFoundError',
        'RestClient.search_sessions': 'APIStatusError',
        'RestClient.whoami': 'RuntimeError',
        'AdminClient.get_audit_log': 'NotFoundError',
        'AdminClient.get_billing_usage': 'NotFoundError',
        'AdminClient.get_current_checkpoint_storage_usage': 'NotFoundError',
      });
    });

    test('takes the answer to its heartbeat for one', () => {
      expect(facts.heartbeat).toBeNull();
    });

    test('adds gradients up over calls, and forward changes none of them', () => {
      expect(facts.outputs).toEqual(Array(8).fill(20));
      expect(facts.sum).toBeLessThan(1e-3);
      expect(facts.looked).toBeLessThan(1e-5);
      expect(facts.norms).toBeLessThan(1e-5);
      expect(facts.after).toBeLessThan(1e-2);
    });

    test('adds up the answers to one prompt, which is computed once, as each by itself', () => {
      const { outputs, norm, some } = facts.group;
      expect(some).toBeGreaterThan(0.1);
      expect(outputs).toBeLessThan(1e-4);
      expect(norm).toBeLessThan(1e-4);
    });

    test('trains: each step lowers the loss', () => {
      expect(facts.lower).toEqual(facts.lower.toSorted((a: number, b: number) => b - a));
      expect(facts.losses).toEqual({ importance_sampling: true, ppo: true, cispo: true, dro: true, gspo: true });
    });

    test('samples from the weights as they are', () => {
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

    test('tells log-probabilities of samples at their temperature, and at temperature 0 those of the model', () => {
      const { tempered } = facts.sampled;
      expect(Object.keys(tempered)).toEqual(['0.5', '1.0', '2.0', '0.0']);
      for (const difference of Object.values(tempered)) expect(difference).toBeLessThan(1e-4);
    });

    test('saves adapters to download, by addresses that need no key and end', () => {
      expect(facts.external).toMatchObject({
        path: 'external_weights/shipped',
        files: ['adapter_config.json', 'adapter_model.safetensors'],
        whole: [true, true],
        config: { peft_type: 'LORA', r: 8, lora_alpha: 32 },
        listed: ['external', 'external_weights/shipped', true],
        sameScores: true,
        // `tinker checkpoint download` of a training checkpoint makes one of its own, and deletes it.
        command: { 'adapter_config.json': true, 'adapter_model.safetensors': true },
        foreign: [true, null],
        forged: 404,
        deleted: 404,
        encrypted: { category: 'user', message: expect.stringMatching(/age_encryption_recipients: none are taken/) },
      });
      expect(facts.external.minutes).toBeGreaterThan(59);
      expect(facts.external.minutes).toBeLessThanOrEqual(60.1);
      const [count, projections] = facts.external.tensors;
      expect(projections).toEqual(['down_proj', 'gate_proj', 'k_proj', 'o_proj', 'q_proj', 'up_proj', 'v_proj']);
      expect(count % 14).toBe(0);
    });

    test('goes on from what it saved, bit for bit with the optimizer and from zero moments without', () => {
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

    test('lists runs, sessions and what was saved, and shares it with other owners where asked to', () => {
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
      // Loads it while it is public, and never deletes it.
      const [[loaded, deleted], [notLoaded]] = rest.foreign;
      expect([loaded, deleted !== null, notLoaded]).toEqual([null, true, 'failed']);
    });

    test('answers clients of OpenAI by the paths of what was saved', () => {
      const [saved, base, unknown] = facts.saved.rest.oai;
      expect(saved.slice(1)).toEqual([200, true]);
      expect(saved[0]).toHaveLength(4);
      expect(saved[0]).not.toEqual(base[0]);
      expect(unknown).toEqual([404, 404]);
    });

    test.each([
      ['length', /weights: has 1 values, and model_input 20 tokens/],
      ['input', /'cross_entropy' has no such input/],
      ['loss', /'stable_reinforce' is not there/],
      ['rank', /DAYBREAK_LORA_MAX_RANK=33/],
      ['model', /'other' is not served/],
    ])('says what is wrong, once: %s', (name, message) => {
      expect(facts.errors[name]).toMatchObject({
        kind: 'failed',
        category: 'user',
        message: expect.stringMatching(message),
      });
    });
  });
}
