import { expect, test } from 'vitest';
import { policyLogprobs } from '../../src/jobs/plan/policy-logprobs.ts';
import type { ModelRecord } from '../../src/store/models.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';
import type { TrainLogprobsRequest } from '../../src/worker/protocol.ts';

const model = { id: 'm', baseModel: 'toy' } as ModelRecord;
const from = { id: 'start', step: 3, kind: null, folder: 'checkpoints/m/3-start' };

interface Faults {
  score?: WorkerError;
}

/** Returns a scorer whose compute process scores a token as minus its id, and the requests to that process. */
function scoring(signal = new AbortController().signal, faults: Faults = {}) {
  const asked: TrainLogprobsRequest[] = [];
  const parts = {
    folder: { root: '/data' },
    compute: {
      trainLogprobs: async (request: TrainLogprobsRequest) => {
        asked.push(request);
        if (faults.score) throw faults.score;
        return request.sequences.map(({ ids }) => Float32Array.from(ids, (id) => -id));
      },
    },
  } as unknown as Parameters<typeof policyLogprobs>[0];
  return { asked, score: policyLogprobs(parts, { model, from, signal }) };
}

const sequence = (id: number, length = 2) => ({
  ids: new Uint32Array(length).fill(id),
  mask: new Uint8Array(length).fill(1),
  weight: 1,
});

test.each([
  ['base', null],
  ['start', { id: 'start', folder: '/data/checkpoints/m/3-start' }],
  [
    { id: 'two', folder: 'checkpoints/m/2-two' },
    { id: 'two', folder: '/data/checkpoints/m/2-two' },
  ],
  [{ id: 'zero', folder: null }, null],
] as const)('the policy %j is scored with its own weights', async (policy, adapter) => {
  const { asked, score } = scoring();
  expect(await score([sequence(5), sequence(7)], policy)).toEqual([Float32Array.of(-5, -5), Float32Array.of(-7, -7)]);
  expect(asked.map((request) => request.adapter)).toEqual([adapter]);
  expect(Object.keys(asked[0].sequences[0])).toEqual(['ids', 'mask']);
});

test('many sequences are scored in several calls, in order', async () => {
  const { asked, score } = scoring();
  const sequences = Array.from({ length: 9 }, (_, id) => sequence(id, id === 4 ? 20_000 : 5_000));
  const scores = await score(sequences, 'base');
  expect(scores.map(([first]) => -first)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(asked.map((request) => request.sequences.length)).toEqual([3, 1, 1, 3, 1]);
});

test('scoring stops when the job is aborted', async () => {
  const { asked, score } = scoring(AbortSignal.abort(new Error('cancelled')));
  await expect(score([sequence(1)], 'base')).rejects.toThrow('cancelled');
  expect(asked).toEqual([]);
});

test('an error about missing adapter files says whether they belong to the reference', async () => {
  const fault = new WorkerError('adapter_load_failed', 'no such file');
  const { score } = scoring(undefined, { score: fault });
  const held = { id: 'two', folder: 'checkpoints/m/2-two' };
  await expect(score([sequence(1)], held)).rejects.toThrow(/takes its reference log-probabilities from/);
  await expect(score([sequence(1)], 'start')).rejects.toBe(fault);
});
