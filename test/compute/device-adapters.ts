import type { LoraGroup, LoraUse } from '../../src/compute/ops/lora.ts';
import type { LoraPair, LoraShape } from '../reference/lora.ts';
import { randomFloats } from '../reference/random.ts';
import type { TestDevice } from './test-device.ts';

/** The slot of a row without an adapter. */
export const NO_ADAPTER = 0xffffffff;
/** Poisoned elements before A, between A and B, and after B, as if other groups lay there. */
const GAP = 12;

/** Random A and B, one pair for each slot. */
export function randomPairs({ K, R, widths }: LoraShape, slots: number): LoraPair[] {
  return Array.from({ length: slots }, (_, slot) => ({
    a: randomFloats(10 + slot, widths.length * R * K),
    b: randomFloats(20 + slot, outputs(widths) * R),
  }));
}

/** Returns the offsets of one group in an adapter with poison around it. */
export function loraGroup({ K, R, widths }: LoraShape): LoraGroup {
  const N = outputs(widths);
  const first = widths[0];
  return {
    offsetA: GAP,
    offsetB: 2 * GAP + widths.length * R * K,
    inputs: K,
    outputs: N,
    segments: widths.length,
    bounds: [first, widths.length > 2 ? first + widths[1] : N],
  };
}

/** f32 elements of one adapter with its gaps. */
export function adapterElements({ K, R, widths }: LoraShape): number {
  return 3 * GAP + (widths.length * K + outputs(widths)) * R;
}

/** Uploads the pairs to the slots of an arena; row t uses slots[t]. U is poisoned. */
export async function deviceAdapters(
  test: TestDevice,
  { shape, pairs, ...a }: { shape: LoraShape; pairs: LoraPair[]; slots: number[]; scale: number },
): Promise<LoraUse> {
  const [use] = await deviceGroups(test, { groups: [{ shape, pairs }], ...a });
  return use;
}

/** Uploads the pairs of several groups, which lie one after the other in each adapter. */
export async function deviceGroups(
  test: TestDevice,
  a: { groups: { shape: LoraShape; pairs: LoraPair[] }[]; slots: number[]; scale: number },
): Promise<LoraUse[]> {
  const { groups, slots, scale } = a;
  const starts = groups.map((_, i) => groups.slice(0, i).reduce((sum, { shape }) => sum + adapterElements(shape), 0));
  const stride = groups.reduce((sum, { shape }) => sum + adapterElements(shape), 0);
  const arena = new Float32Array(groups[0].pairs.length * stride).fill(Number.NaN);
  const placed = groups.map(({ shape, pairs }, i) => {
    const { offsetA, offsetB, ...group } = loraGroup(shape);
    const [startA, startB] = [starts[i] + offsetA, starts[i] + offsetB];
    pairs.forEach((pair, slot) => {
      arena.set(pair.a, slot * stride + startA);
      arena.set(pair.b, slot * stride + startB);
    });
    return { shape, group: { ...group, offsetA: startA, offsetB: startB } };
  });
  const shared = {
    arena: await test.input(arena),
    stride,
    scale,
    rows: await test.input(Uint32Array.from(slots.flatMap((slot) => [7, 7, 7, slot]))),
  };
  const uses: LoraUse[] = [];
  for (const { shape, group } of placed) {
    const u = await test.output(shape.T * shape.widths.length * shape.R);
    uses.push({ ...shared, group, rank: shape.R, u });
  }
  return uses;
}

function outputs(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
