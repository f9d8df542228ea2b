import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/inference/engine/engine.ts';
import type { GenerateRequest, PromptTimes } from '../../src/inference/generate-request.ts';
import { ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

/** An answer and the times of its tokens, in milliseconds of `performance.now()`. */
interface Watched {
  asked: number;
  tokenTimes: number[];
  times: PromptTimes;
  ended: Promise<unknown>;
}

function watch(engine: Engine, request: GenerateRequest, onToken: (tokens: number) => void = () => {}): Watched {
  const tokenTimes: number[] = [];
  const watched = { tokenTimes, times: { queued: Number.NaN, prefill: Number.NaN } };
  const took = () => onToken(tokenTimes.push(performance.now()));
  const ended = engine.generate(request, took, undefined, ({ times }) => Object.assign(watched.times, times));
  return { ...watched, asked: performance.now(), ended };
}

it('the engine reports how long a sequence was queued, and which adapters run and wait', async () => {
  const engine = await toy.engine({ maxRunning: 1 });
  const [one, other] = [await toy.adapter(1), await toy.adapter(2)];
  let second: Watched | undefined;
  const inUse: object[] = [];
  const first = watch(engine, toyRequest(1, { adapter: one }), (tokens) => {
    if (tokens === 2) second = watch(engine, toyRequest(2, { adapter: other }));
    if (tokens === 20) inUse.push([engine.stats.runningAdapters, engine.stats.waitingAdapters]);
  });
  await first.ended;
  await second?.ended;
  const { asked, tokenTimes, times } = second as Watched;
  expect(inUse).toEqual([[[one.id], [other.id]]]);
  expect(engine.stats).toMatchObject({ runningAdapters: [], waitingAdapters: [] });
  expect(times.queued * 1000).toBeGreaterThanOrEqual((first.tokenTimes.at(-1) as number) - asked);
  expect(times.prefill).toBeGreaterThan(0);
  // The request was made a little before the test read the clock.
  expect((times.queued + times.prefill) * 1000).toBeLessThanOrEqual(tokenTimes[0] - first.tokenTimes[1]);
});

it('the engine reports the prefill time of a prompt that is computed token by token', async () => {
  const engine = await toy.engine({ maxRunning: 2, maxStepTokens: 2 });
  let second: Watched | undefined;
  let admitted = 0;
  const first = watch(engine, toyRequest(1, { maxTokens: 60 }), (tokens) => {
    if (tokens === 2) second = watch(engine, toyRequest(35, { maxTokens: 1 }));
    if (tokens === 6) admitted = engine.stats.running;
  });
  await Promise.all([first.ended]);
  await second?.ended;
  const { asked, tokenTimes, times } = second as Watched;
  expect(admitted).toBe(2);
  const before = first.tokenTimes.filter((time) => time < tokenTimes[0]);
  // It had one row of each step.
  expect(before.length).toBeGreaterThan(35);
  expect(times.prefill * 1000).toBeGreaterThanOrEqual((before.at(-1) as number) - first.tokenTimes[5]);
  expect(times.queued * 1000).toBeLessThanOrEqual(first.tokenTimes[5] - first.tokenTimes[1]);
  expect((times.queued + times.prefill) * 1000).toBeGreaterThanOrEqual((before.at(-1) as number) - asked);
});
