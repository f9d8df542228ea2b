import { describe, expect, it } from 'vitest';
import type { GrammarConstraint } from '../../../src/inference/grammar/grammar.ts';
import { GrammarSession } from '../../../src/inference/grammar/service/grammar-session.ts';
import type { GrammarWorker } from '../../../src/inference/grammar/service/grammar-worker.ts';
import { ServedAnswer } from '../../../src/inference/grammar/service/served-answer.ts';
import { ServingThreads } from '../../../src/inference/grammar/service/serving-threads.ts';
import type { ThreadAnswer, ThreadJob } from '../../../src/inference/grammar/service/thread-messages.ts';

/** A thread that tells what it is asked and holds, and may be busy with an owner's work for long. */
class FakeWorker {
  readonly dead = false;
  readonly jobs: string[] = [];
  readonly held = new Set<number>();
  busyWith: string | undefined;

  keepsWaiting(owner: string): boolean {
    return this.busyWith !== undefined && this.busyWith !== owner;
  }

  async ask(job: ThreadJob, owner: string): Promise<ThreadAnswer> {
    if (this.keepsWaiting(owner)) throw new Error('kept waiting');
    if (job.kind === 'open') this.held.add(job.session);
    this.jobs.push(job.kind === 'open' ? `open ${owner} after ${job.tokens.join()}` : `${job.kind} ${owner}`);
    return { mask: Uint32Array.of(1) };
  }

  forget(session: number): void {
    this.held.delete(session);
  }
}

class Setting {
  readonly workers: FakeWorker[] = [];
  readonly threads = new ServingThreads(async () => {
    const worker = new FakeWorker();
    this.workers.push(worker);
    return worker as unknown as GrammarWorker;
  }, 2);

  answer(owner: string): GrammarSession {
    const constraint: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };
    return new GrammarSession(constraint, 32, new ServedAnswer(constraint, owner, this.threads, () => {}));
  }

  async begun(owner: string): Promise<GrammarSession> {
    const session = this.answer(owner);
    session.wake();
    await session.settled;
    return session;
  }
}

describe('threads that serve answers', () => {
  it('have one owner each, as far as they go', async () => {
    const setting = new Setting();
    for (const owner of ['a', 'b', 'a', 'b', 'c']) await setting.begun(owner);
    const owners = setting.workers.map(({ jobs }) => jobs.map((job) => job.split(' ')[1]));
    expect(owners).toEqual([
      ['a', 'a', 'c'],
      ['b', 'b'],
    ]);
    expect(setting.threads.answers).toBe(5);
  });

  it('let an answer go on in another where one is busy for long with what another owner wants', async () => {
    const setting = new Setting();
    const [a, , c] = [await setting.begun('a'), await setting.begun('b'), await setting.begun('c')];
    const [first, second] = setting.workers;
    first.busyWith = 'a';
    for (const session of [a, c]) {
      session.accept(7);
      await session.settled;
      expect(session.error).toBeUndefined();
      expect(session.mask).toEqual(Uint32Array.of(1));
    }
    expect(first.jobs).toEqual(['open a after ', 'open c after ', 'accept a']);
    expect(second.jobs).toEqual(['open b after ', 'open c after 7']);
    expect(first.held.size).toBe(1);
    c.accept(8);
    await c.settled;
    expect(second.jobs.at(-1)).toBe('accept c');
  });

  it('hold nothing of answers that rest, and what they had when they are woken', async () => {
    const setting = new Setting();
    const session = await setting.begun('a');
    session.accept(7);
    await session.settled;
    session.rest();
    expect(session.mask).toBeUndefined();
    expect(setting.threads.answers).toBe(0);
    expect(setting.workers[0].held.size).toBe(0);
    session.wake();
    await session.settled;
    expect(session.mask).toEqual(Uint32Array.of(1));
    expect(setting.workers[0].jobs.at(-1)).toBe('open a after 7');
    session.close();
    expect(setting.threads.answers).toBe(0);
    expect(setting.workers[0].held.size).toBe(0);
  });

  it('hold nothing of an answer that was closed, or went to rest, while it was begun', async () => {
    const setting = new Setting();
    const [closed, woken] = [setting.answer('a'), setting.answer('a')];
    for (const session of [closed, woken]) session.wake();
    closed.close();
    woken.rest();
    woken.wake();
    await Promise.all([closed.settled, woken.settled]);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(closed.mask).toBeUndefined();
    expect(woken.mask).toEqual(Uint32Array.of(1));
    expect(woken.error).toBeUndefined();
    expect(setting.threads.answers).toBe(1);
    expect(setting.workers.flatMap(({ held }) => [...held])).toHaveLength(1);
  });
});
