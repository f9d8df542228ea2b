import { afterAll, beforeAll, expect, it } from 'vitest';
import { TimedRecorder } from '../../bench/gpu-day/timed-recorder.ts';
import type { ModelProduct } from '../../bench/tune/model-products.ts';
import { type Launch, tuneProduct } from '../../bench/tune/tuned-product.ts';
import type { Dispatch } from '../../src/compute/command.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import type { WeightMatrix } from '../../src/compute/ops/weight.ts';
import type { Recorder } from '../../src/compute/recorder.ts';
import { deviceMatrix } from '../compute/device-matrix.ts';
import { TestDevice } from '../compute/test-device.ts';
import { randomStored } from '../reference/stored-matrix.ts';

TestDevice.deviceClass = 'gpu-plain';
/** More rows than are compared with float64, so that a wrong bit can lie outside these. */
const N = 128;
const K = 1056;

let test: TestDevice;
let recorder: TimedRecorder;
let product: ModelProduct;
/** The same weights but for one bit of one number, in row 3. */
let other: WeightMatrix;
beforeAll(async () => {
  test = await TestDevice.open();
  recorder = new TimedRecorder(test.device);
  const stored = randomStored('f32', N, K, 7);
  product = { kernel: 'matvec', shape: { type: 'f32', T: 2, N, K }, weights: [await deviceMatrix(test, stored)] };
  const bytes = stored.bytes.slice();
  bytes[4 * K * 3 + 2] ^= 1;
  other = await deviceMatrix(test, { ...stored, bytes });
});
afterAll(() => test.close());

/** Launches the product with the tuned slots, or always with `slots`. */
function launching(slots?: number, weightOf = (_slots: number, weight: WeightMatrix) => weight): Launch {
  return (recorder, _, a) => {
    const { device } = recorder;
    const chosen = device.tuning.choice('matvec', { type: 'f32', T: a.T, N: a.weight.rows, K });
    const dispatch = (name: 'matvec', call: Dispatch<'matvec'>) => {
      recorder.dispatch(name, { ...call, knobs: { ...call.knobs, SLOTS: slots ?? call.knobs.SLOTS } });
    };
    matmul({ device, dispatch } as unknown as Recorder, { ...a, weight: weightOf(chosen, a.weight) });
  };
}

it('tuning measures every candidate that changes no bit, and leaves the device with the shipped defaults', async () => {
  const { times, chosen } = await tuneProduct(recorder, product, launching());
  expect(times.map(({ value }) => value)).toEqual([8, 16, 4, 2]);
  for (const { seconds } of times) expect(seconds).toBeGreaterThan(0);
  expect([8, 16, 4, 2]).toContain(chosen);
  const ran = test.device.kernels.variants.filter(({ name }) => name === 'matvec');
  expect(new Set(ran.map(({ knobs }) => knobs.SLOTS))).toEqual(new Set([8, 16, 4, 2]));
  expect(test.device.tuning.choices).toEqual({});
});

it('tuning refuses a candidate that changes a bit', async () => {
  const launch = launching(undefined, (slots, weight) => (slots === 4 && weight.rows === N ? other : weight));
  await expect(tuneProduct(recorder, product, launch)).rejects.toThrow('with 4 instead of 8 element 3 differs');
  expect(test.device.tuning.choices).toEqual({});
});

it('tuning refuses a result that disagrees with float64', async () => {
  const launch = launching(undefined, () => other);
  await expect(tuneProduct(recorder, product, launch)).rejects.toThrow(/^matvec with 8: element 0 is /);
});

it('tuning refuses a launcher that ignores the chosen value', async () => {
  const taken = 'the launcher uses matvec SLOTS 8, not matvec SLOTS 16';
  await expect(tuneProduct(recorder, product, launching(8))).rejects.toThrow(taken);
});
