import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { QueueFullError } from '../../src/inference/engine/engine.ts';
import { ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

it('the engine queues 2,048 chats of 8 choices, and refuses the next request', async () => {
  const turn = new DeviceLock();
  const engine = await toy.engine({}, null, turn);
  const free = Promise.withResolvers<void>();
  // Other work holds the device, so no request begins.
  const busy = turn.run(() => free.promise);
  const gone = new AbortController();
  const ask = () => engine.generate(toyRequest(1, { maxTokens: 1 }), () => {}, gone.signal);
  const waiting = Array.from({ length: 2_048 * 8 }, () => ask().catch((error: Error) => error.name));
  await expect.poll(() => engine.stats.waiting).toBe(2_048 * 8);
  await expect(ask()).rejects.toThrow(QueueFullError);
  gone.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['AbortedError']));
  free.resolve();
  await busy;
  expect(engine.stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0 });
});
