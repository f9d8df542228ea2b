import { afterAll, beforeAll, expect, it } from 'vitest';
import { upload } from '../../src/compute/buffer.ts';
import { swiglu } from '../../src/compute/ops/swiglu.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const F = 4;
const gateAndUp = (up: number) => Float32Array.from([1, 1, 1, 1, up, up, up, up]);
const silu = 1 / (1 + Math.exp(-1));

it('replays the commands recorded for a key on the current contents of their buffers', async () => {
  const g = await test.input(gateAndUp(1));
  const y = await test.output(F);
  const recorder = new Recorder(test.device);
  let made = 0;
  for (const up of [2, 3]) {
    upload(test.device, g, gateAndUp(up));
    recorder.replay('one row', () => {
      made += 1;
      swiglu(recorder, { g, y, T: 1, F });
    });
    expect(recorder.pending.dispatches).toBe(1);
    recorder.submit();
    expect((await test.floats(y))[0]).toBeCloseTo(up * silu, 6);
  }
  expect(made).toBe(1);
});

it('records again for another key, after a reset, and for a key not used for long', async () => {
  const g = await test.input(gateAndUp(1));
  const y = await test.output(F);
  const recorder = new Recorder(test.device);
  const made: string[] = [];
  const replay = (key: string) => {
    recorder.replay(key, () => {
      made.push(key);
      swiglu(recorder, { g, y, T: 1, F });
    });
  };
  replay('a');
  replay('b');
  replay('a');
  expect(made).toEqual(['a', 'b']);
  recorder.reset();
  replay('a');
  expect(made).toEqual(['a', 'b', 'a']);
  for (let other = 0; other < 100; other++) {
    replay(`${other}`);
    if (other % 10 === 0) replay('a');
  }
  expect(made.filter((key) => key === 'a')).toHaveLength(2);
  replay('0');
  expect(made.filter((key) => key === '0')).toHaveLength(2);
});

it('runs commands before and after a replay in order', async () => {
  const [first, second] = [await test.input(gateAndUp(5)), await test.output(2 * F)];
  const y = await test.output(F);
  const recorder = new Recorder(test.device);
  for (let run = 0; run < 2; run++) {
    recorder.clear(second);
    recorder.copy(first, 0, second, 0, 2 * F * 4);
    recorder.replay('swiglu', () => swiglu(recorder, { g: second, y, T: 1, F }));
    recorder.clear(second);
    recorder.submit();
    expect((await test.floats(y))[0]).toBeCloseTo(5 * silu, 6);
  }
});

it('has its own scratch buffer for each name, which grows, and is released by a reset', async () => {
  const [recorder, other] = [new Recorder(test.device), new Recorder(test.device)];
  const first = recorder.scratch('left', 1000);
  expect(first.bytes).toBeGreaterThanOrEqual(1000);
  expect(recorder.scratch('left', 900)).toBe(first);
  expect(recorder.scratch('right', 1000)).not.toBe(first);
  expect(other.scratch('left', 1000)).not.toBe(first);
  const larger = recorder.scratch('left', 5000);
  expect(larger.bytes).toBeGreaterThanOrEqual(5000);
  expect(recorder.scratch('left', 1000)).toBe(larger);
  recorder.reset();
  expect(recorder.scratch('left', 1000)).not.toBe(larger);
  for (const one of [recorder, other]) one.reset();
  test.device.check();
});
