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
  const turns = new FairSemaphore(1);
  const desk = new Desk();
  for (let i = 0; i < 4; i++) void turns.run('greedy', desk.work(`greedy ${i}`));
  for (const owner of ['bob', 'eve']) for (let i = 0; i < 2; i++) void turns.run(owner, desk.work(`${owner} ${i}`));
  await desk.end('');
  for (let i = 0; i < desk.begun.length; i++) await desk.end(desk.begun[i]);
  const order = ['greedy 0', 'greedy 1', 'bob 0', 'eve 0', 'greedy 2', 'bob 1', 'eve 1', 'greedy 3'];
  expect(desk.begun).toEqual(order);
});

it('of several seats one is always left to the next owner', async () => {
  const turns = new FairSemaphore(3);
  const desk = new Desk();
  for (let i = 0; i < 5; i++) void turns.run('greedy', desk.work(`greedy ${i}`));
  await desk.end('');
  expect(desk.begun).toEqual(['greedy 0', 'greedy 1']);
  void turns.run('bob', desk.work('bob'));
  await desk.end('');
  expect(desk.begun).toEqual(['greedy 0', 'greedy 1', 'bob']);
  await desk.end('bob');
  expect(desk.begun).toHaveLength(3);
  await desk.end('greedy 1');
  expect(desk.begun.at(-1)).toBe('greedy 2');
});

it('a failure is its own, and the next has its turn; who is sent away hears why', async () => {
  const turns = new FairSemaphore(1);
  const desk = new Desk();
  const failing = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('b', desk.work('b'));
  const [same, other] = [turns.run('b', desk.work('same')), turns.run('c', desk.work('other'))];
  await expect(failing).rejects.toThrow('no');
  turns.dismiss(new Error('go'), 'b');
  await expect(other).rejects.toThrow('go');
  await desk.end('b');
  expect(await next).toBe('b');
  await desk.end('same');
  expect(await same).toBe('same');
});

it('who gives up while waiting leaves the turn to the next, and who gives up too late has his to end', async () => {
  const turns = new FairSemaphore(1);
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
