import { expect, test } from 'vitest';
import type { Datum, DatumTensor, ForwardBackwardMessage } from '../../src/api/tinker/forward-backward-message.ts';
import { readLossRequest } from '../../src/api/tinker/loss-request.ts';
import { sumLoss } from '../../src/training/sum-loss.ts';

const [VOCABULARY, LONGEST] = [10, 6];

function datum(inputs: Record<string, number[]>, tokens = [1, 2, 3]): Datum {
  const tensors = Object.entries(inputs).map(([name, values]): [string, DatumTensor] => {
    return [name, { shape: [values.length], values: Float64Array.from(values) }];
  });
  return { tokens, inputs: new Map(tensors) };
}

const targets = { target_tokens: [4, 5, 6] };
const ofRl = { ...targets, logprobs: [-1, -2, -3], advantages: [1, -1, 0.5] };

interface Asked {
  lossFn: string;
  config?: Record<string, number | string>;
  data?: Datum[];
}

function read({ lossFn, config = {}, data = [datum(lossFn === 'cross_entropy' ? targets : ofRl)] }: Asked) {
  const message: ForwardBackwardMessage = {
    ...{ modelId: 'm', seqId: 1, data, lossFn, forwardOnly: false },
    config: new Map(Object.entries(config)),
  };
  return readLossRequest(message, VOCABULARY, LONGEST);
}

const [low, high] = ['clip_low_threshold', 'clip_high_threshold'];

test.each<[string, Record<string, number>, object]>([
  ['cross_entropy', {}, {}],
  ['importance_sampling', {}, {}],
  ['ppo', {}, { low: 0.8, high: 1.2 }],
  ['gspo', {}, { low: 0.8, high: 1.2 }],
  ['cispo', {}, { low: 0, high: 4 }],
  ['ppo', { [low]: 0.5 }, { low: 0.5, high: 1.2 }],
  ['gspo', { [high]: 3 }, { low: 0.8, high: 3 }],
  ['cispo', { [low]: 0.9, [high]: 1.1 }, { low: 0.9, high: 1.1 }],
  ['dro', { beta: 0.25 }, { beta: 0.25 }],
  ['dro', { beta: 0 }, { beta: 0 }],
])('%s with the settings %o is read with its defaults', (lossFn, config, settings) => {
  expect(read({ lossFn, config }).loss).toEqual({ fn: lossFn, ...settings });
});

// The policy ratios are e^0.5 (above the default clip range), e^-0.5 (below it) and 1.
test.each<[string, Record<string, number>, number]>([
  ['ppo', {}, -1.2 + 0.8 - 0.5],
  ['ppo', { [high]: 2 }, -Math.exp(0.5) + 0.8 - 0.5],
  ['ppo', { [low]: 0.1 }, -1.2 + Math.exp(-0.5) - 0.5],
  ['cispo', {}, 0.5 * Math.exp(0.5) - 2.5 * Math.exp(-0.5) + 1.5],
  ['cispo', { [low]: 1, [high]: 1 }, 0.5 - 2.5 + 1.5],
])('the loss of %s with the settings %o follows its definition', (lossFn, config, expected) => {
  const { loss, sequences } = read({ lossFn, config });
  expect(sumLoss(loss, sequences, [Float32Array.of(0, -0.5, -2.5, -3)]).loss).toBeCloseTo(expected, 6);
});

test('sequence_ratio_mask of gspo selects the tokens of the ratio; without it there is no mask', () => {
  const masked = read({ lossFn: 'gspo', data: [datum({ ...ofRl, sequence_ratio_mask: [1, 0, 0.5] })] });
  expect([...masked.sequences[0].ratioMask!]).toEqual([0, 1, 0, 1]);
  expect(read({ lossFn: 'gspo' }).sequences[0].ratioMask).toBeNull();
});

test('targets, weights and log-probabilities are shifted by one position, and the first position has none', () => {
  const { sequences } = read({ lossFn: 'ppo' });
  expect(sequences).toEqual([
    {
      ids: Uint32Array.of(1, 2, 3, 0),
      targets: Uint32Array.of(0, 4, 5, 6),
      mask: Uint8Array.of(0, 1, 1, 1),
      weights: Float32Array.of(0, 1, -1, 0.5),
      oldLogprobs: Float32Array.of(0, -1, -2, -3),
      ratioMask: null,
    },
  ]);
  const plain = read({ lossFn: 'cross_entropy' }).sequences[0];
  expect([...plain.weights]).toEqual([0, 1, 1, 1]);
});

const matrix = datum(ofRl);
matrix.inputs.set('target_tokens', { shape: [3, 1], values: Float64Array.of(4, 5, 6) });

test.each<[string, Asked]>([
  [
    "loss_fn: 'stable_reinforce' does not exist; allowed are cross_entropy, importance_sampling, ppo, cispo, dro, gspo",
    { lossFn: 'stable_reinforce' },
  ],
  ["loss_fn_config.beta: 'ppo' has no such setting", { lossFn: 'ppo', config: { beta: 1 } }],
  ["loss_fn_config.clip_low_threshold: 'dro' has no such setting", { lossFn: 'dro', config: { beta: 1, [low]: 1 } }],
  ["loss_fn_config.beta: is required with 'dro'", { lossFn: 'dro' }],
  [
    'loss_fn_config.beta: -1 is not allowed; it must be a number of at least 0',
    { lossFn: 'dro', config: { beta: -1 } },
  ],
  [
    'loss_fn_config.clip_low_threshold: "much" is not allowed; it must be a number of at least 0',
    { lossFn: 'ppo', config: { [low]: 'much' } },
  ],
  [
    'loss_fn_config.clip_high_threshold: null is not allowed; it must be a number of at least 0',
    { lossFn: 'ppo', config: { [high]: Number.NaN } },
  ],
  ['data: at least one datum is required', { lossFn: 'ppo', data: [] }],
  ['data.0.model_input: at least one token is required', { lossFn: 'ppo', data: [datum({}, [])] }],
  [
    'data.0.model_input: has 6 tokens; at most 5 can be trained on here',
    { lossFn: 'ppo', data: [datum({}, [1, 2, 3, 4, 5, 6])] },
  ],
  [
    'data.0.model_input: the token id 10 at position 1 is not allowed; it is from 0 to 9',
    { lossFn: 'ppo', data: [datum(ofRl, [1, 10, 3])] },
  ],
  ['data.1.loss_fn_inputs.target_tokens: is required', { lossFn: 'cross_entropy', data: [datum(targets), datum({})] }],
  [
    'data.0.loss_fn_inputs.advantages: is required',
    { lossFn: 'ppo', data: [datum({ ...targets, logprobs: [0, 0, 0] })] },
  ],
  [
    "data.0.loss_fn_inputs.weights: 'ppo' has no such input",
    { lossFn: 'ppo', data: [datum({ ...ofRl, weights: [1, 1, 1] })] },
  ],
  [
    "data.0.loss_fn_inputs.sequence_ratio_mask: 'ppo' has no such input",
    { lossFn: 'ppo', data: [datum({ ...ofRl, sequence_ratio_mask: [1, 1, 1] })] },
  ],
  [
    'data.0.loss_fn_inputs.target_tokens: the token id 1.5 at position 0 is not allowed; it is from 0 to 9',
    { lossFn: 'cross_entropy', data: [datum({ target_tokens: [1.5, 2, 3] })] },
  ],
  [
    'data.0.loss_fn_inputs.advantages: has 2 values, but model_input has 3 tokens',
    { lossFn: 'ppo', data: [datum({ ...ofRl, advantages: [1, 2] })] },
  ],
  [
    'data.0.loss_fn_inputs.logprobs: has -Infinity; only finite numbers are allowed',
    { lossFn: 'ppo', data: [datum({ ...ofRl, logprobs: [0, -Infinity, 0] })] },
  ],
  [
    'data.0.loss_fn_inputs.target_tokens: has the shape [3, 1]; the allowed shape is [3]',
    { lossFn: 'ppo', data: [matrix] },
  ],
])('refuses: %s', (message, asked) => {
  expect(() => read(asked)).toThrow(message);
});
