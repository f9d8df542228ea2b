import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLED_WORDS, samplePartsWords } from '../../src/compute/ops/sample.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { LogitEditor } from '../../src/inference/engine/logit-editor.ts';
import { LogitRuleState, type RowEdits } from '../../src/inference/engine/logit-rule-state.ts';
import { Sequence } from '../../src/inference/engine/sequence.ts';
import { maskOf } from '../../src/inference/engine/vocabulary-mask.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import { logSoftmax } from '../reference/cross-entropy.ts';
import { type RequestedRules, ruledLogits } from '../reference/logit-rules.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import { type Cuts, chiSquare, chiSquareLimit, samplingDistribution } from '../reference/sampling.ts';
import { withMore } from '../tier.ts';
import { executed } from './driver.ts';
import { type Sampling, sampleEditedTokens, sampleTokens } from './samplings.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const GREEDY: Sampling = { temperature: 0, topP: 1, topK: 0, position: 0, seed: 0n };
const NONE: RowEdits = {
  repetition: 1,
  frequency: 0,
  presence: 0,
  edits: new Uint32Array(),
  shifts: new Map(),
  pairs: [],
  mask: null,
};

const NO_RULES: LogitRules = {
  repetitionPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  bias: [],
  allowedIds: null,
  minTokens: 0,
  stopIds: [],
  badWords: [],
  processors: [],
  extraArgs: {},
};

/** Returns the edits that the engine makes for a request with these rules. */
function editsOf(rules: RequestedRules, V: number, prompt: number[], output: number[], inFlight = 0): RowEdits {
  const asked: LogitRules = {
    repetitionPenalty: rules.repetition ?? 1,
    frequencyPenalty: rules.frequency ?? 0,
    presencePenalty: rules.presence ?? 0,
    bias: Object.entries(rules.bias ?? {}).map(([id, bias]) => [Number(id), bias]),
    allowedIds: rules.allowedIds ?? null,
    minTokens: rules.minTokens ?? 0,
    stopIds: rules.stopIds ?? [],
    badWords: rules.badWords ?? [],
    processors: rules.added ? [{ name: 'adding', args: [], kwargs: {} }] : [],
    extraArgs: {},
  };
  const adding = () => ({ bias: Object.entries(rules.added ?? {}).map(([id, bias]) => [Number(id), bias] as const) });
  const state = new LogitRuleState(asked, Uint32Array.from(prompt), V, new Map([['adding', adding]]));
  return state.next([...prompt, ...output], rules.grammar ? maskOf(rules.grammar, V) : null, inFlight);
}

const ids = (bias: Record<number, number> = {}): number[] => Object.keys(bias).map(Number);

/** Rules of every kind at once over a vocabulary of V, and the tokens they look at. */
function mixture(V: number, seed: number): { rules: RequestedRules; prompt: number[]; output: number[] } {
  const ids = shuffled(seed, V);
  const some = (from: number, to: number) => ids.slice(Math.floor(from * V), Math.ceil(to * V));
  const values = randomFloats(seed, V, 3);
  const numbers = (chosen: number[]) => Object.fromEntries(chosen.map((id) => [id, values[id]]));
  const output = [...some(0.3, 0.5), ...some(0.4, 0.45), ...some(0.42, 0.44)];
  return {
    prompt: some(0.45, 0.8),
    output,
    rules: {
      allowedIds: some(0, 0.95),
      bias: numbers(some(0.25, 0.6)),
      minTokens: V,
      stopIds: some(0, 0.1),
      repetition: 1.3,
      frequency: 0.4,
      presence: -0.7,
      badWords: [some(0.2, 0.2 + 0.5 / V), [...output.slice(-2), ids[V >> 1]]],
      added: numbers(some(0.5, 0.7)),
      grammar: some(0.05, 1),
    },
  };
}

describe('edited logits', () => {
  it.each([1, 31, 32, 33, 64, 65, 1000])('agree with the reference for a vocabulary of %i tokens', async (V) => {
    const cases = [1, 2, 3].map((seed) => mixture(V, seed));
    const B = 5;
    const z = randomFloats(V, B * V, 5);
    const rows = cases.map(({ rules, prompt, output }, i) => ({
      row: [4, 0, 2][i],
      edits: editsOf(rules, V, prompt, output),
    }));
    const { edited } = await sampleEditedTokens(test, new Array<Sampling>(B).fill(GREEDY), z, V, rows);
    cases.forEach(({ rules, prompt, output }, e) => {
      const own = z.subarray(rows[e].row * V, (rows[e].row + 1) * V);
      const expected = ruledLogits(own, prompt, output, rules);
      for (let v = 0; v < V; v++) {
        const value = edited[e * V + v];
        if (expected[v] === Number.NEGATIVE_INFINITY) expect(value).toBeLessThanOrEqual(-9e29);
        else expect(Math.abs(value - expected[v])).toBeLessThan(1e-5);
      }
    });
  });

  it.each([33, 1000])(
    'count a token that only the device has as if the host had read it, with a vocabulary of %i',
    async (V) => {
      const z = randomFloats(V, 6 * V, 5);
      for (const seed of [1, 2, 3]) {
        const { rules, prompt, output } = mixture(V, seed);
        const { added: _, grammar: __, ...remembering } = rules;
        const next = shuffled(seed + 9, V)[0];
        const badWords = [
          [next, 3],
          [next, 3],
          [output.at(-1) as number, next, 4],
          [next, next, 5],
          ...(rules.badWords ?? []),
        ];
        // Seen before, new to the answer, biased or not, none at all.
        const lasts = [output[0], next, ids(rules.bias)[0], 0xffffffff];
        for (const [at, last] of lasts.entries()) {
          const asked = { ...remembering, badWords };
          const known = editsOf(asked, V, prompt, last < V ? [...output, last] : output);
          const unknown = editsOf(asked, V, prompt, output, 1);
          const rows = [
            { row: 2, edits: last < V ? known : { ...known, shifts: unknown.shifts } },
            { row: 2, edits: unknown, unread: at },
          ];
          const { edited } = await sampleEditedTokens(test, new Array<Sampling>(6).fill(GREEDY), z, V, rows, lasts);
          expect(
            sameBits(edited.slice(V) as Float32Array<ArrayBuffer>, edited.slice(0, V) as Float32Array<ArrayBuffer>),
          ).toBe(true);
        }
      }
    },
  );

  it('are the logits themselves, bit for bit, without rules', async () => {
    const z = randomFloats(9, 2 * 97, 5);
    const { edited } = await sampleEditedTokens(test, [GREEDY, GREEDY], z, 97, [{ row: 1, edits: NONE }]);
    expect(sameBits(edited as Float32Array<ArrayBuffer>, z.slice(97))).toBe(true);
  });

  it('keep forbidden tokens forbidden under all other rules', async () => {
    const z = Float32Array.from([1, 2, 3, 4]);
    const all: RequestedRules = {
      allowedIds: [0, 1, 2],
      bias: { 0: 0, 1: 100, 3: 100 },
      badWords: [[2]],
      stopIds: [1],
      minTokens: 9,
      repetition: 1e-30,
      added: { 1: 1e300, 2: 1e300, 3: 1e300 },
    };
    const edits = editsOf(all, 4, [1, 2, 3], [3]);
    const { edited, tokens } = await sampleEditedTokens(test, [GREEDY], z, 4, [{ row: 0, edits }]);
    expect(Array.from(edited.slice(1)).every((value) => value < -9e29)).toBe(true);
    expect(tokens).toEqual([0]);
  });
});

describe('the distribution of draws from edited logits', () => {
  const V = 33;
  const z = randomFloats(77, V, 2.5);
  const prompt = [0, 5, 5, 31, 32];
  const output = [7, 8, 7, 9, 7, 32];
  /** Each rule once. */
  const everyday: [RequestedRules, Cuts][] = [
    [
      { frequency: 0.5, presence: 0.25, repetition: 1.7 },
      { temperature: 0.8, topK: 12, topP: 0.8 },
    ],
    [
      { allowedIds: [1, 2, 32, 7], badWords: [[2], [32, 1]] },
      { temperature: 2, topK: 9, topP: 0.99, minP: 0.01 },
    ],
    [
      { grammar: [3, 4, 5, 32], bias: { 4: 1 }, presence: 1 },
      { temperature: 0.6, topK: 0, topP: 0.95, minP: 0.05 },
    ],
    [
      { stopIds: [1, 2], minTokens: 7, added: { 30: 2.5 }, repetition: 0.5 },
      { temperature: 1, topK: 20, topP: 0.7 },
    ],
  ];
  const more: [RequestedRules, Cuts][] = [
    [
      { bias: { 3: 2, 32: -1.5, 7: 100 }, repetition: 20 },
      { temperature: 1, topK: 0, topP: 1 },
    ],
    [
      { frequency: -0.2, presence: -0.5, bias: { 20: 2 } },
      { temperature: 1.5, topK: 6, topP: 0.9, minP: 0.25 },
    ],
    [{ allowedIds: [0, 31, 32, 7, 8] }, { temperature: 1, topK: 0, topP: 1 }],
  ];
  it.each(withMore(executed(everyday, 1), more))(
    'matches the reference under the rules %j and the sampling %j',
    async (rules, cuts) => {
      const edits = editsOf(rules, V, prompt, output);
      const count = 3000;
      const draws = Array.from({ length: count }, (_, position) => ({ ...cuts, position, seed: 12345n }));
      const all = new Float32Array(count * V);
      for (let row = 0; row < count; row++) all.set(z, row * V);
      const { tokens } = await sampleEditedTokens(
        test,
        draws,
        all,
        V,
        draws.map((_, row) => ({ row, edits })),
      );
      const counts = new Array<number>(V).fill(0);
      for (const token of tokens) counts[token] += 1;
      const expected = samplingDistribution(ruledLogits(z, prompt, output, rules), cuts);
      const outcomes = expected.filter((p) => p > 0).length;
      expect(outcomes).toBeGreaterThan(1);
      expect(chiSquare(counts, expected)).toBeLessThan(chiSquareLimit(outcomes - 1));
    },
  );
});

describe.each([129, 5000])('a step with some edited rows, of %i logits each', (V) => {
  const z = randomFloats(5, 4 * V, 3);
  const draws: Sampling[] = [0, 1, 2, 3].map((position) => ({
    temperature: 0.9,
    topP: 0.9,
    topK: 40,
    position,
    seed: 9n,
  }));
  const rows = [
    { row: 3, edits: editsOf({ allowedIds: [4, 128], bias: { 4: 3, 128: 2.5 } }, V, [], []) },
    { row: 1, edits: NONE },
  ];

  it('samples rows without edits, and rows with empty edits, bit for bit as without the editor', async () => {
    const alone = await sampleTokens(test, draws, z, V);
    const { words } = await sampleEditedTokens(test, draws, z, V, rows);
    expect(sameBits(words.slice(0, 12), alone.words.slice(0, 12))).toBe(true);
    expect(alone.tokens).not.toContain(4);
  });

  it('reports the raw log-probability of the token that was drawn from the edited row', async () => {
    const { tokens, logps, lse } = await sampleEditedTokens(test, draws, z, V, rows);
    const raw = logSoftmax(z.subarray(3 * V));
    expect([4, 128]).toContain(tokens[3]);
    expect(logps[3]).toBeCloseTo(raw[tokens[3]], 5);
    expect(lse[3]).toBeCloseTo(z[3 * V] - raw[0], 5);
  });

  it('draws no token if all are forbidden, greedily or not', async () => {
    const nothing = editsOf({ allowedIds: [4, 128], badWords: [[4], [128]] }, V, [], []);
    const asked = [GREEDY, ...draws.slice(1)];
    const chosen = [0, 2].map((row) => ({ row, edits: nothing }));
    const { tokens } = await sampleEditedTokens(test, asked, z, V, chosen);
    expect([tokens[0], tokens[2]]).toEqual([0xffffffff, 0xffffffff]);
    expect(tokens[1]).toBeLessThan(V);
  });

  it('breaks ties by the lowest allowed id', async () => {
    const flat = new Float32Array(V);
    const { tokens } = await sampleEditedTokens(test, [GREEDY], flat, V, [
      { row: 0, edits: editsOf({ allowedIds: [128, 40, 77] }, V, [], []) },
    ]);
    expect(tokens).toEqual([40]);
  });
});

describe('the editor of a step', () => {
  it('records two dispatches if any row has rules, and none otherwise', async () => {
    const editor = await LogitEditor.create(test.device, { B: 3, V: 33 }, new Map());
    const logits = await test.input(randomFloats(1, 3 * 33));
    const sampled = await test.output(3 * SAMPLED_WORDS);
    const parts = await test.output(samplePartsWords(test.device, { B: 3, V: 33 }));
    const tokens = await test.input(Uint32Array.of(0, 0, 0));
    const sequence = (rules?: LogitRules): Sequence => {
      const sampling = { temperature: 1, topK: 0, topP: 1, seed: 1n };
      const request = { model: '', adapter: null, promptIds: Uint32Array.of(1), maxTokens: 1, stopTokenIds: [] };
      return new Sequence({ ...request, sampling, rules, topLogprobs: 0 }, 0, { onToken: () => {} });
    };
    const dispatches = (...sequences: Sequence[]): number => {
      const sampling = sequences.map((one) => ({ sequence: one, drafts: [] }));
      const rows = [...sampling.keys()];
      const step = { sampling, places: rows, positions: rows, postponed: new Set<Sequence>() };
      expect(editor.prepare(step, { isLate: false }).size).toBe(0);
      const recorder = new Recorder(test.device);
      editor.record(recorder, { logits, sampled, parts, tokens });
      return recorder.pending.dispatches;
    };
    expect(dispatches(sequence(), sequence())).toBe(0);
    const allowing = { ...NO_RULES, allowedIds: [1] };
    expect(dispatches(sequence(), sequence(allowing), sequence(allowing))).toBe(2);
    expect(dispatches(sequence())).toBe(0);
    expect(dispatches()).toBe(0);
  });
});
