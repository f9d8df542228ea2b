import { expect, it } from 'vitest';
import { FairSemaphore } from '../../src/inference/fair-semaphore.ts';

/** Work that ends when it is told to. */
class Desk {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  work(name: string): () => Promise<string> {
    return () => {
      this.begun.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      this.#ends.set(name, () => resolve(name));
      return promise;
    };
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('owners are served in turn, whatever each of them asks for', async () => {
  const semaphore = new FairSemaphore(1);
  const desk = new Desk();
  for (let i = 0; i < 4; i++) void semaphore.run('greedy', desk.work(`greedy ${i}`));
  for (const owner of ['bob', 'eve']) for (let i = 0; i < 2; i++) void semaphore.run(owner, desk.work(`${owner} ${i}`));
  await desk.end('');
  for (let i = 0; i < desk.begun.length; i++) await desk.end(desk.begun[i]);
  const order = ['greedy 0', 'greedy 1', 'bob 0', 'eve 0', 'greedy 2', 'bob 1', 'eve 1', 'greedy 3'];
  expect(desk.begun).toEqual(order);
});

it('of several seats one is always left to the next owner', async () => {
  const semaphore = new FairSemaphore(3);
  const desk = new Desk();
  for (let i = 0; i < 5; i++) void semaphore.run('greedy', desk.work(`greedy ${i}`));
  await desk.end('');
  expect(desk.begun).toEqual(['greedy 0', 'greedy 1']);
  void semaphore.run('bob', desk.work('bob'));
  await desk.end('');
  expect(desk.begun).toEqual(['greedy 0', 'greedy 1', 'bob']);
  await desk.end('bob');
  expect(desk.begun).toHaveLength(3);
  await desk.end('greedy 1');
  expect(desk.begun.at(-1)).toBe('greedy 2');
});

it('a failure is its own, and the next is served', async () => {
  const semaphore = new FairSemaphore(1);
  const desk = new Desk();
  const failing = semaphore.run('a', () => Promise.reject(new Error('no')));
  const next = semaphore.run('b', desk.work('b'));
  await expect(failing).rejects.toThrow('no');
  await desk.end('b');
  expect(await next).toBe('b');
});

it('who gives up while waiting leaves the permit to the next, and who gives up too late has his to release', async () => {
  const semaphore = new FairSemaphore(1);
  const end = await semaphore.take('a');
  const [gone, late] = [new AbortController(), new AbortController()];
  const waiting = semaphore.take('b', gone.signal);
  const next = semaphore.take('b', late.signal);
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  end();
  late.abort(new Error('left too'));
  (await next)();
  (await semaphore.take('c'))();
  await expect(semaphore.take('d', AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
  (await semaphore.take('d'))();
});
