import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocate, allocateWith, download } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { PIECE_MS } from '../../src/compute/pieces.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { randomFloats } from '../reference/random.ts';
import { sameBits } from './test-device.ts';

describe('the device lock', () => {
  it('runs its callers one at a time, in the order of their requests', async () => {
    const turn = new DeviceLock();
    const events: string[] = [];
    const work = (name: string) =>
      turn.run(async () => {
        events.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, name === 'first' ? 20 : 1));
        events.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all([work('first'), work('second'), work('third')])).toEqual(['first', 'second', 'third']);
    expect(events).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('passes a failure to its caller alone, and goes on with the next', async () => {
    const turn = new DeviceLock();
    const failing = turn.run(() => Promise.reject(new Error('no')));
    const next = turn.run(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});

describe('the holder of the device lock', () => {
  it('sees contention while others wait, and none afterwards', async () => {
    const turn = new DeviceLock();
    const seen: boolean[] = [];
    const look = async () => seen.push(turn.contended);
    const first = turn.run(async () => {
      await look();
      void turn.run(look);
      await look();
    });
    await first;
    await turn.run(look);
    expect(seen).toEqual([false, true, true, false]);
    await turn.run(look);
    expect(seen.at(-1)).toBe(false);
  });
});

describe('a long step', () => {
  let device: Device;
  beforeAll(async () => {
    device = await Device.open();
  });
  afterAll(() => device.destroy());

  it('submitted in pieces, with other work in between, has the bits of one submit', async () => {
    const [T, D, steps] = [64, 512, 24];
    const weight = {
      rows: D,
      cols: D,
      shards: [
        {
          buffer: await allocateWith(device, randomFloats(1, D * D, 0.1), 'w'),
          type: 'f32' as const,
          rowStart: 0,
          rows: D,
        },
      ],
      bias: undefined,
    };
    const start = await allocateWith(device, randomFloats(2, T * D), 'start');
    const record = async () => {
      const recorder = new Recorder(device);
      const [a, b] = [await allocate(device, T * D * 4, 'a'), await allocate(device, T * D * 4, 'b')];
      recorder.copy(start, 0, a, 0, T * D * 4);
      for (let i = 0; i < steps; i += 2) {
        matmul(recorder, { x: a, weight, y: b, T });
        matmul(recorder, { x: b, weight, y: a, T });
      }
      return { recorder, a };
    };
    const whole = await record();
    whole.recorder.submit();
    const expected = new Float32Array(await download(device, whole.a));

    const pieces = await record();
    const turn = new DeviceLock();
    const order: string[] = [];
    await pieces.recorder.submitInPieces((piece) => {
      void turn.run(async () => order.push('other'));
      return turn.run(async () => {
        order.push('piece');
        await piece();
      });
    });
    const { gflops, dispatchMs } = device.class.rates;
    const count = Math.ceil((steps * (dispatchMs + (2 * T * D * D) / gflops / 1e6)) / PIECE_MS);
    if (device.info.fallback) expect(count).toBeGreaterThan(1);
    const ran = order.filter((name) => name === 'piece').length;
    expect(ran).toBeGreaterThanOrEqual(count - 1);
    expect(ran).toBeLessThanOrEqual(count + 1);
    expect(order.slice(0, 2)).toEqual(['other', 'piece']);
    expect(sameBits(new Float32Array(await download(device, pieces.a)), expected)).toBe(true);
    expect(pieces.recorder.pending.dispatches).toBe(0);
    device.check();
  });
});
