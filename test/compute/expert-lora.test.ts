import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ExpertLoraGroup,
  type ExpertLoraUse,
  expertLoraBackward,
  expertLoraExpand,
  expertLoraShrink,
} from '../../src/compute/ops/expert-lora.ts';
import { moeGroup } from '../../src/compute/ops/moe-group.ts';
import { type LoraPair, type LoraShape, lora, loraBackward, loraLowRank } from '../reference/lora.ts';
import { randomFloats, uniform } from '../reference/random.ts';
import { expectClose } from './closeness.ts';
import { compiled } from './driver.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

interface Case {
  T: number;
  experts: number;
  choices: number;
  K: number;
  N: number;
  R: number;
  /** Gate and up, whose experts share the row of a token, or down, whose outputs are multiplied by `weights`. */
  kind: 'gateUp' | 'down';
}

const CASES: Case[] = [
  { T: 9, experts: 4, choices: 2, K: 36, N: 20, R: 8, kind: 'gateUp' },
  { T: 9, experts: 4, choices: 2, K: 20, N: 36, R: 8, kind: 'down' },
  { T: 1, experts: 5, choices: 1, K: 64, N: 12, R: 4, kind: 'down' },
  { T: 37, experts: 40, choices: 8, K: 32, N: 16, R: 12, kind: 'gateUp' },
];
const SCALE = 0.75;
/** Elements before A in a slot. */
const BEFORE = 8;
const NONE = 0xffffffff;

/** Returns random adapters of two slots, and their layout. */
function adaptersOf(a: Case) {
  const parts = a.kind === 'gateUp' ? 2 : 1;
  const sizeA = parts * a.R * a.K;
  const sizeB = parts * a.N * a.R;
  const offsetB = BEFORE + a.experts * sizeA;
  const stride = offsetB + a.experts * sizeB;
  const arena = randomFloats(11, 2 * stride, 0.5);
  const group: ExpertLoraGroup = { offsetA: BEFORE, offsetB, inputs: a.K, outputs: a.N, parts };
  const pairOf = (slot: number, expert: number): LoraPair => {
    const base = slot * stride;
    return {
      a: arena.subarray(base + BEFORE + expert * sizeA, base + BEFORE + (expert + 1) * sizeA),
      b: arena.subarray(base + offsetB + expert * sizeB, base + offsetB + (expert + 1) * sizeB),
    };
  };
  return { parts, sizeA, sizeB, stride, arena, group, pairOf };
}

/** Returns the experts of each token: no token chooses one twice, and some experts are chosen by none. */
function chosenBy({ T, experts, choices }: Case): number[] {
  const random = uniform(5);
  return Array.from({ length: T }, () => {
    const taken = new Set<number>();
    while (taken.size < choices) taken.add(Math.floor(experts * random() ** 2));
    return [...taken];
  }).flat();
}

function inputsOf(a: Case): Float32Array {
  return randomFloats(1, a.T * (a.kind === 'gateUp' ? 1 : a.choices) * a.K);
}

function rowOf(values: Float32Array, a: Case, pair: number): Float32Array {
  const row = a.kind === 'gateUp' ? Math.floor(pair / a.choices) : pair;
  return values.subarray(row * a.K, (row + 1) * a.K);
}

/** Returns the offset of a part of a pair in [T, parts, C, N]. */
function placeOf({ choices, N }: Case, parts: number, pair: number, part: number): number {
  return ((Math.floor(pair / choices) * parts + part) * choices + (pair % choices)) * N;
}

async function useOf(a: Case, slots: number[]): Promise<{ use: ExpertLoraUse; chosen: number[] }> {
  const { arena, stride, group, parts } = adaptersOf(a);
  const use = {
    group,
    arena: await test.input(arena),
    stride,
    rank: a.R,
    scale: SCALE,
    rows: await test.input(Uint32Array.from(slots.flatMap((slot) => [0, 0, 0, slot]))),
    u: await test.output(a.T * a.choices * parts * a.R),
  };
  return { use, chosen: chosenBy(a) };
}

async function forward(a: Case, slots: number[], x: Float32Array, before: Float32Array) {
  const { use: loraUse, chosen } = await useOf(a, slots);
  const shape = { T: a.T, experts: a.experts, choices: a.choices };
  const y = await test.input(before);
  const routed = { lora: loraUse, shape, chosen: await test.input(Uint32Array.from(chosen)) };
  const input = await test.input(x);
  test.run((recorder) => {
    expertLoraShrink(recorder, { ...routed, x: input, shared: a.kind === 'gateUp' });
    expertLoraExpand(recorder, { ...routed, y });
  });
  return test.floats(y);
}

describe('LoRA on experts', () => {
  it.each(compiled(CASES, 1))('adds its product to the output of each expert, %j', async (a) => {
    const { parts, pairOf } = adaptersOf(a);
    const slots = Array.from({ length: a.T }, (_, t) => [0, 1, NONE][t % 3]);
    const x = inputsOf(a);
    const before = randomFloats(2, a.T * parts * a.choices * a.N);
    const y = await test.repeatable(() => forward(a, slots, x, before));
    const expected = Float64Array.from(before);
    for (const [pair, expert] of chosenBy(a).entries()) {
      const slot = slots[Math.floor(pair / a.choices)];
      if (slot === NONE) continue;
      const shape: LoraShape = { T: 1, K: a.K, R: a.R, widths: Array(parts).fill(a.N) };
      const added = lora(rowOf(x, a, pair), [pairOf(slot, expert)], SCALE, shape);
      for (const [n, value] of added.entries()) {
        expected[placeOf(a, parts, pair, Math.floor(n / a.N)) + (n % a.N)] += value;
      }
    }
    expectClose(y, expected, 1e-5);
  });

  it('gives 3 tokens the same bits alone and in a batch of 40', async () => {
    const a: Case = { ...CASES[0], T: 40, K: 288 };
    const slots = Array.from({ length: a.T }, (_, t) => t % 2);
    const [x, width] = [inputsOf(a), 2 * a.choices * a.N];
    const all = await forward(a, slots, x, new Float32Array(a.T * width));
    const few = await forward({ ...a, T: 3 }, slots.slice(0, 3), x.subarray(0, 3 * a.K), new Float32Array(3 * width));
    expect(sameBits(few, all.slice(0, 3 * width))).toBe(true);
    test.release();
  });

  it.each(compiled(CASES, 1))('computes the gradients of its inputs, A and B, %j', async (a) => {
    const { parts, sizeA, sizeB, stride, arena, group, pairOf } = adaptersOf(a);
    const shape = { T: a.T, experts: a.experts, choices: a.choices };
    const pairs = a.T * a.choices;
    const shared = a.kind === 'gateUp';
    const [x, chosen] = [inputsOf(a), chosenBy(a)];
    const dY = randomFloats(3, shared ? pairs * parts * a.N : a.T * a.N);
    const weights = shared ? undefined : randomFloats(4, pairs);
    const [beforeX, beforeGrads] = [randomFloats(5, pairs * a.K), randomFloats(6, stride)];
    const run = async () => {
      const { use: loraUse } = await useOf(a, Array(a.T).fill(0));
      const grouped = { order: await test.output(pairs), tiles: await test.output(4 * pairs) };
      const routed = { lora: loraUse, shape, chosen: await test.input(Uint32Array.from(chosen)) };
      const rows = { x: await test.input(x), sharedX: shared, dY: await test.input(dY), sharedY: !shared };
      const dU = await test.output(pairs * parts * a.R);
      const [dX, grads] = [await test.input(beforeX), await test.input(beforeGrads)];
      const counts = weights && (await test.input(weights));
      test.run((recorder) => {
        moeGroup(recorder, { ...grouped, chosen: routed.chosen, shape });
        expertLoraShrink(recorder, { ...routed, x: rows.x, shared });
        expertLoraBackward(recorder, { ...routed, ...rows, grouped, dU, dX, grads, weights: counts });
      });
      return Float32Array.from([...(await test.floats(dX)), ...(await test.floats(grads))]);
    };
    const found = await test.repeatable(run);
    const expected = Float64Array.from([...beforeX, ...beforeGrads]);
    const one: LoraShape = { T: 1, K: a.K, R: a.R, widths: Array(parts).fill(a.N) };
    for (const [pair, expert] of chosen.entries()) {
      const gradient = Float64Array.from({ length: parts * a.N }, (_, n) =>
        shared
          ? dY[placeOf(a, parts, pair, Math.floor(n / a.N)) + (n % a.N)]
          : dY[Math.floor(pair / a.choices) * a.N + n],
      );
      const { dA, dB, dX } = loraBackward(gradient, rowOf(x, a, pair), pairOf(0, expert), SCALE, one);
      const weight = weights?.[pair] ?? 1;
      const add = (place: number, values: Float64Array, factor: number) => {
        for (const [i, value] of values.entries()) expected[place + i] += factor * value;
      };
      add(pair * a.K, dX, 1);
      add(pairs * a.K + group.offsetA + expert * sizeA, dA, weight);
      add(pairs * a.K + group.offsetB + expert * sizeB, dB, weight);
    }
    expect(arena.length).toBe(2 * stride);
    expectClose(found, expected, 1e-5);
  });
});

it("the low-rank activation of an expert is computed with the expert's own A", async () => {
  const a = CASES[1];
  const { use: loraUse, chosen } = await useOf(a, Array(a.T).fill(1));
  const { pairOf } = adaptersOf(a);
  const x = inputsOf(a);
  const routed = { lora: loraUse, shape: a, chosen: await test.input(Uint32Array.from(chosen)) };
  const input = await test.input(x);
  test.run((recorder) => expertLoraShrink(recorder, { ...routed, x: input, shared: false }));
  const shape: LoraShape = { T: a.T * a.choices, K: a.K, R: a.R, widths: [a.N] };
  const expected = loraLowRank(
    x,
    chosen.map((expert) => pairOf(1, expert)),
    SCALE,
    shape,
  );
  expectClose(await test.floats(loraUse.u), expected, 1e-5);
  test.release();
});
