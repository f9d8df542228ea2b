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

/** Where one group lies in an adapter that has poison around it. */
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
  a: { shape: LoraShape; pairs: LoraPair[]; slots: number[]; scale: number },
): Promise<LoraUse> {
  const { shape, pairs, slots, scale } = a;
  const group = loraGroup(shape);
  const stride = adapterElements(shape);
  const arena = new Float32Array(pairs.length * stride).fill(Number.NaN);
  pairs.forEach((pair, slot) => {
    arena.set(pair.a, slot * stride + group.offsetA);
    arena.set(pair.b, slot * stride + group.offsetB);
  });
  return {
    group,
    arena: await test.input(arena),
    stride,
    rank: shape.R,
    scale,
    rows: await test.input(Uint32Array.from(slots.flatMap((slot) => [7, 7, 7, slot]))),
    u: await test.output(shape.T * shape.widths.length * shape.R),
  };
}

function outputs(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
