import { describe, expect, it } from 'vitest';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { Generation } from '../../src/worker/client/generation.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';

const token = (id: number): GeneratedToken => ({ id, logprob: -id, topIds: [], topLogprobs: [] });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => token(from + place));

function newGeneration(): { generation: Generation; cancels: () => number } {
  let count = 0;
  return { generation: new Generation(() => void count++), cancels: () => count };
}

async function read(generation: Generation, into: GeneratedToken[] = []): Promise<GeneratedToken[]> {
  for await (const one of generation) into.push(one);
  return into;
}

describe('the tokens of a sequence', () => {
  it('are read in order, whether they arrive before or after the reader', async () => {
    const { generation, cancels } = newGeneration();
    generation.onTokens(range(0, 3), 1);
    const reading = read(generation);
    for (let id = 3; id < 6; id++) {
      await Promise.resolve();
      generation.onTokens([token(id)], 0);
    }
    await new Promise(setImmediate);
    generation.onTokens(range(6, 9), 2);
    generation.onTokens([], 0);
    generation.finish('length');
    expect(await reading).toEqual(range(0, 9));
    expect([generation.cause, generation.preemptions, cancels()]).toEqual(['length', 3, 0]);
  });

  it('are all read before the error that ends them', async () => {
    const { generation, cancels } = newGeneration();
    generation.onTokens(range(0, 4), 0);
    generation.fail(new WorkerError('aborted', 'gone'));
    const found: GeneratedToken[] = [];
    await expect(read(generation, found)).rejects.toMatchObject({ code: 'aborted' });
    expect(found).toEqual(range(0, 4));
    expect(cancels()).toBe(0);
  });

  it('are cancelled when their reader stops early, unless they have ended', async () => {
    const [left, ended] = [newGeneration(), newGeneration()];
    for (const { generation } of [left, ended]) generation.onTokens(range(0, 4), 0);
    ended.generation.finish('stop_token');
    for (const { generation } of [left, ended]) {
      for await (const { id } of generation) if (id === 1) break;
    }
    expect([left.cancels(), ended.cancels()]).toEqual([1, 0]);
  });
});
