import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Grammar } from '../../../src/inference/grammar/grammar.ts';
import { GrammarError, GrammarLimitError } from '../../../src/inference/grammar/grammar-error.ts';
import { CompileCache } from '../../../src/inference/grammar/service/grammar-service.ts';

const grammar = (name: string): Grammar => ({ kind: 'choice', choices: [name] });

afterEach(() => {
  vi.useRealTimers();
});

describe('the result of compiling a grammar', () => {
  it.each([
    ['that is served', () => Promise.resolve()],
    ['that is refused', () => Promise.reject(new GrammarError('no'))],
  ])('%s is computed once', async (_, compile) => {
    const cache = new CompileCache();
    const compiled = vi.fn(compile);
    const first = await Promise.allSettled([cache.of(grammar('a'), compiled), cache.of(grammar('a'), compiled)]);
    const [again] = await Promise.allSettled([cache.of(grammar('a'), compiled)]);
    expect(compiled).toHaveBeenCalledTimes(1);
    expect([...first, again].map(({ status }) => status)).toEqual(new Array(3).fill(again.status));
    await Promise.allSettled([cache.of(grammar('b'), compiled)]);
    expect(compiled).toHaveBeenCalledTimes(2);
  });

  it('that took too long is kept for a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const cache = new CompileCache();
    const compile = vi.fn(() => Promise.reject(new GrammarLimitError('late')));
    const ask = () => cache.of(grammar('a'), compile).catch((error: Error) => error.message);
    for (let i = 0; i < 3; i++) expect(await ask()).toBe('late');
    expect(compile).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(61_000);
    await ask();
    expect(compile).toHaveBeenCalledTimes(2);
  });

  it('is not kept if the process failed', async () => {
    const cache = new CompileCache();
    await expect(cache.of(grammar('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(cache.of(grammar('a'), () => Promise.resolve())).resolves.toBeUndefined();
  });

  it('is evicted after 1,024 other results', async () => {
    const cache = new CompileCache();
    const compile = vi.fn(() => Promise.resolve());
    await cache.of(grammar('first'), compile);
    for (let i = 0; i < 1_023; i++) await cache.of(grammar(`${i}`), compile);
    await cache.of(grammar('first'), compile);
    expect(compile).toHaveBeenCalledTimes(1_024);
    for (let i = 0; i < 1_024; i++) await cache.of(grammar(`other ${i}`), compile);
    await cache.of(grammar('first'), compile);
    expect(compile).toHaveBeenCalledTimes(2_049);
  });
});
