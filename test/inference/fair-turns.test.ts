import { expect, it } from 'vitest';
import { FairTurns } from '../../src/inference/fair-turns.ts';

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

it('owners are served in turn, whatever each of them asks for', async () => {
  const turns = new FairTurns(1);
  const worker = new Worker();
  for (let i = 0; i < 4; i++) void turns.run('greedy', worker.work(`greedy ${i}`));
  for (const owner of ['bob', 'eve']) for (let i = 0; i < 2; i++) void turns.run(owner, worker.work(`${owner} ${i}`));
  await worker.end('');
  for (let i = 0; i < worker.begun.length; i++) await worker.end(worker.begun[i]);
  const order = ['greedy 0', 'greedy 1', 'bob 0', 'eve 0', 'greedy 2', 'bob 1', 'eve 1', 'greedy 3'];
  expect(worker.begun).toEqual(order);
});

it('of several seats one is always left to the next owner', async () => {
  const turns = new FairTurns(3);
  const worker = new Worker();
  for (let i = 0; i < 5; i++) void turns.run('greedy', worker.work(`greedy ${i}`));
  await worker.end('');
  expect(worker.begun).toEqual(['greedy 0', 'greedy 1']);
  void turns.run('bob', worker.work('bob'));
  await worker.end('');
  expect(worker.begun).toEqual(['greedy 0', 'greedy 1', 'bob']);
  await worker.end('bob');
  expect(worker.begun).toHaveLength(3);
  await worker.end('greedy 1');
  expect(worker.begun.at(-1)).toBe('greedy 2');
});

it('a failure is its own, and the next has its turn; who is sent away hears why', async () => {
  const turns = new FairTurns(1);
  const worker = new Worker();
  const failing = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('b', worker.work('b'));
  const [same, other] = [turns.run('b', worker.work('same')), turns.run('c', worker.work('other'))];
  await expect(failing).rejects.toThrow('no');
  turns.dismiss(new Error('go'), 'b');
  await expect(other).rejects.toThrow('go');
  await worker.end('b');
  expect(await next).toBe('b');
  await worker.end('same');
  expect(await same).toBe('same');
});

it('who gives up while waiting leaves the turn to the next, and who gives up too late has his to end', async () => {
  const turns = new FairTurns(1);
  const end = await turns.take('a');
  const [gone, late] = [new AbortController(), new AbortController()];
  const waiting = turns.take('b', gone.signal);
  const next = turns.take('b', late.signal);
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  end();
  late.abort(new Error('left too'));
  (await next)();
  (await turns.take('c'))();
  await expect(turns.take('d', AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
  (await turns.take('d'))();
});
