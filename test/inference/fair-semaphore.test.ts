import { expect, it } from 'vitest';
import { FairSemaphore } from '../../src/inference/fair-semaphore.ts';

/** Work that ends when it is told to. */
class Worker {
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

it('owners are served in turn, however many permits each of them asks for', async () => {
  const semaphore = new FairSemaphore(1);
  const worker = new Worker();
  for (let i = 0; i < 4; i++) void semaphore.run('greedy', worker.work(`greedy ${i}`));
  for (const owner of ['bob', 'eve'])
    for (let i = 0; i < 2; i++) void semaphore.run(owner, worker.work(`${owner} ${i}`));
  await worker.end('');
  for (let i = 0; i < worker.begun.length; i++) await worker.end(worker.begun[i]);
  const order = ['greedy 0', 'greedy 1', 'bob 0', 'eve 0', 'greedy 2', 'bob 1', 'eve 1', 'greedy 3'];
  expect(worker.begun).toEqual(order);
});

it('one of several permits is always left for another owner', async () => {
  const semaphore = new FairSemaphore(3);
  const worker = new Worker();
  for (let i = 0; i < 5; i++) void semaphore.run('greedy', worker.work(`greedy ${i}`));
  await worker.end('');
  expect(worker.begun).toEqual(['greedy 0', 'greedy 1']);
  void semaphore.run('bob', worker.work('bob'));
  await worker.end('');
  expect(worker.begun).toEqual(['greedy 0', 'greedy 1', 'bob']);
  await worker.end('bob');
  expect(worker.begun).toHaveLength(3);
  await worker.end('greedy 1');
  expect(worker.begun.at(-1)).toBe('greedy 2');
});

it('a failure rejects its own caller alone, and the next is served', async () => {
  const semaphore = new FairSemaphore(1);
  const worker = new Worker();
  const failing = semaphore.run('a', () => Promise.reject(new Error('no')));
  const next = semaphore.run('b', worker.work('b'));
  await expect(failing).rejects.toThrow('no');
  await worker.end('b');
  expect(await next).toBe('b');
});

it('an abort while waiting passes the permit on, and an abort after the permit was given does not', async () => {
  const semaphore = new FairSemaphore(1);
  const end = await semaphore.acquire('a');
  const [gone, late] = [new AbortController(), new AbortController()];
  const waiting = semaphore.acquire('b', gone.signal);
  const next = semaphore.acquire('b', late.signal);
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  end();
  late.abort(new Error('left too'));
  (await next)();
  (await semaphore.acquire('c'))();
  await expect(semaphore.acquire('d', AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
  (await semaphore.acquire('d'))();
});
