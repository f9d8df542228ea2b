import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, clockOf, TimedRecorder } from '../../bench/gpu-day/timed-recorder.ts';
import { allocate, type DeviceBuffer } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';

let device: Device;
let y: DeviceBuffer;
beforeAll(async () => {
  device = await Device.open();
  y = await allocate(device, 4 * 64 * 64, 'sums');
});
afterAll(() => device.destroy());

/** Records a dispatch that takes time in proportion to `rounds`. */
function burn(recorder: TimedRecorder, rounds: number): void {
  recorder.dispatch('bench/fma_peak', {
    knobs: { LANES: device.class.lanes, CHAINS: 4 },
    buffers: { Y: y },
    sizes: { rounds, seed: 0.5 },
    grid: [64, 1, 1],
    cost: { flops: rounds, bytes: 0 },
  });
}

describe.each<Clock>(['timestamps', 'repeats'])('timing by %s', (clock) => {
  it('measures each dispatch of a step separately', async ({ skip }) => {
    if (clock === 'timestamps' && clockOf(device) !== clock) skip('this adapter has no timestamps');
    const recorder = new TimedRecorder(device, clock);
    const { dispatches, wholeSeconds } = await recorder.time(3, async () => {
      burn(recorder, 30_000);
      recorder.clear(y);
      await recorder.submitInPieces();
      burn(recorder, 1_000);
      burn(recorder, 240_000);
      await recorder.submitInPieces();
    });
    expect(dispatches.map(({ dispatch }) => dispatch.cost.flops)).toEqual([30_000, 1_000, 240_000]);
    const [middle, short, long] = dispatches.map(({ seconds }) => seconds);
    expect(middle).toBeGreaterThan(2 * short);
    expect(long).toBeGreaterThan(2 * middle);
    expect(wholeSeconds).toBeGreaterThan(long / 2);
    expect(await recorder.idleSeconds()).toBeLessThan(long);
  });
});

it('refuses to time a step whose runs differ', async () => {
  const recorder = new TimedRecorder(device);
  let run = 0;
  const step = async () => {
    for (let i = 0; i <= run; i++) burn(recorder, 10);
    run += 1;
    await recorder.submitInPieces();
  };
  await expect(recorder.time(2, step)).rejects.toThrow('runs of the step recorded different commands');
});
