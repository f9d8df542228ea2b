import { describe, expect, it, vi } from 'vitest';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { AdapterSlots } from '../../src/inference/engine/adapter-slots.ts';
import { PagePool } from '../../src/inference/engine/page-pool.ts';
import { Scheduler, type StepPlan } from '../../src/inference/engine/scheduler.ts';
import { Sequence } from '../../src/inference/engine/sequence.ts';
import { StepLoop } from '../../src/inference/engine/step-loop.ts';
import { StepResults } from '../../src/inference/engine/step-results.ts';
import type { StepRunner, SubmittedStep } from '../../src/inference/engine/step-runner.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import { GrammarSession } from '../../src/inference/grammar/service/grammar-session.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';

/** A device that samples, for every sequence, the number of the step. It records its calls in order. */
class CountingRunner {
  readonly events: string[] = [];
  readonly #numbers = new Map<SubmittedStep, number>();
  #next = 1;
  failAt = 0;

  submit({ chunks }: StepPlan, unread: SubmittedStep | null): SubmittedStep {
    const number = this.#next++;
    if (number === this.failAt) throw new Error('the device is gone');
    const sampling = chunks.filter(({ sequence, count }) => count === sequence.pending);
    const results = new StepResults(sampling.length, 0);
    const words = new Uint32Array(4 * sampling.length).fill(number);
    results.read(words.buffer);
    const T = chunks.reduce((sum, { count }) => sum + count, 0);
    const shape = {
      T,
      longest: 0,
      attendedKeys: 0,
      sampling,
      places: [],
      positions: [],
      scored: [],
      carried: 0,
      sharesPrefixes: false,
      withAdapters: false,
    };
    const isSampled = !sampling.some(({ sequence }) => sequence.needsTokens && sequence.inFlight > 0);
    const sampled = { isSampled, postponed: new Set<Sequence>(), failures: new Map() };
    const step: SubmittedStep = { ...shape, ...sampled, isDrafted: false, results, place: 0, estimateMs: 1 };
    this.#numbers.set(step, number);
    this.events.push(`submit ${number}${unread === null ? '' : ` after ${this.#numbers.get(unread)}`}`);
    return step;
  }

  sample(step: SubmittedStep, postponed: ReadonlySet<Sequence>): void {
    Object.assign(step, { isSampled: true, postponed });
    const without = postponed.size === 0 ? '' : ` without ${[...postponed].map(({ arrival }) => arrival)}`;
    this.events.push(`draw ${this.#numbers.get(step)}${without}`);
  }

  async read(step: SubmittedStep): Promise<void> {
    if (!step.isSampled) throw new Error('nothing is sampled yet');
    await new Promise((resolve) => setImmediate(resolve));
    this.events.push(`read ${this.#numbers.get(step)}`);
  }

  reset(): void {
    this.events.push('reset');
  }
}

class Setting {
  #arrivals = 0;
  readonly runner = new CountingRunner();
  readonly turn = new DeviceLock();
  readonly pool = new PagePool(64);
  /** Adapters in memory, and those that are being read. */
  readonly inMemory = new Set<string>();
  readonly reading = new Map<string, { done: () => void; fail: (error: Error) => void }>();
  readonly slots = new AdapterSlots(1, ({ id }) => (this.inMemory.delete(id) ? id : undefined));
  readonly scheduler = new Scheduler(this.pool, this.slots, 'weights', {
    maxRunning: 8,
    maxTokens: 32,
    maxScored: 8,
  });
  readonly loop = new StepLoop(
    this.scheduler,
    this.runner as unknown as StepRunner,
    this.turn,
    ({ id }) => new Promise((done, fail) => this.reading.set(id, { done, fail })),
  );

  /** Completes the read of an adapter. */
  read(id: string): void {
    this.inMemory.add(id);
    this.reading.get(id)?.done();
    this.reading.delete(id);
  }

  sequence(
    changes: Partial<GenerateRequest>,
    onToken: (id: number) => void = () => {},
    grammar?: GrammarSession,
  ): Sequence {
    const sampling = { temperature: 0, topK: 0, topP: 1, seed: 0n };
    const promptIds = Uint32Array.of(1);
    const asked = { model: 'toy', adapter: null, promptIds, maxTokens: 4, stopTokenIds: [], sampling, topLogprobs: 0 };
    const request = { ...asked, speculation: false, ...changes };
    return new Sequence(request, this.#arrivals++, { onToken: ({ id }) => onToken(id) }, grammar);
  }

  /** Runs a request, and returns its tokens. */
  async run(changes: Partial<GenerateRequest>): Promise<number[]> {
    const tokens: number[] = [];
    const sequence = this.sequence(changes, (id) => tokens.push(id));
    this.loop.add(sequence);
    await sequence.finished;
    return tokens;
  }

  expectNothingHeld(): void {
    expect(this.scheduler.idle).toBe(true);
    expect(this.pool.used).toBe(0);
  }
}

const RULES: LogitRules = {
  repetitionPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  bias: [[3, 1]],
  allowedIds: [1, 2],
  minTokens: 2,
  stopIds: [9],
  badWords: [[4]],
  processors: [],
  extraArgs: {},
};

const AHEAD = [
  'submit 1',
  'submit 2 after 1',
  'read 1',
  'submit 3 after 2',
  'read 2',
  'submit 4 after 3',
  'read 3',
  'read 4',
];

describe('a step', () => {
  it.each([
    ['no rules', undefined],
    ['rules that look at no token', RULES],
    ['a penalty', { ...RULES, repetitionPenalty: 1.1 }],
    ['a bad word of two tokens', { ...RULES, badWords: [[4, 5]] }],
  ])('is submitted before the previous step was read, under %s', async (_, rules) => {
    const setting = new Setting();
    expect(await setting.run({ rules })).toEqual([1, 2, 3, 4]);
    expect(setting.runner.events).toEqual(AHEAD);
    expect(setting.loop.counts).toMatchObject({ steps: 4, stepTokens: 4, stepsAhead: 3 });
    setting.expectNothingHeld();
  });

  it('is submitted without sampling, which follows when the previous tokens are read, under a processor', async () => {
    const setting = new Setting();
    const processors = [{ name: 'x', args: [], kwargs: {} }];
    expect(await setting.run({ rules: { ...RULES, processors } })).toEqual([1, 2, 3, 4]);
    expect(setting.runner.events).toEqual([
      'submit 1',
      'submit 2 after 1',
      'read 1',
      'draw 2',
      'submit 3 after 2',
      'read 2',
      'draw 3',
      'submit 4 after 3',
      'read 3',
      'draw 4',
      'read 4',
    ]);
    expect(setting.loop.counts).toMatchObject({ steps: 4, stepTokens: 4, stepsAhead: 3 });
    setting.expectNothingHeld();
  });

  it('samples without a sequence whose mask is late, and computes it again later', async () => {
    const setting = new Setting();
    const slow = Promise.withResolvers<Uint32Array>();
    const all = Uint32Array.of(0xffffffff);
    const accepted: number[] = [];
    const accept = async (tokens: number[]) => {
      accepted.push(...tokens);
      return { mask: accepted.length === 1 ? await slow.promise : all, drafts: [] };
    };
    const link = { reopen: async () => all, accept, suspend: () => {}, close: () => {} };
    const grammar = { grammar: { kind: 'choice' as const, choices: ['x'] }, thoughts: null, endIds: [] };
    const tokens: Record<'held' | 'free', number[]> = { held: [], free: [] };
    const held = setting.sequence(
      { maxTokens: 3 },
      (id) => tokens.held.push(id),
      new GrammarSession(grammar, 32, link),
    );
    const free = setting.sequence({ maxTokens: 9 }, (id) => tokens.free.push(id));
    for (const sequence of [held, free]) setting.loop.add(sequence);
    await free.finished;
    expect(tokens.free).toHaveLength(9);
    expect(tokens.held).toHaveLength(1);
    expect(setting.runner.events.filter((event) => event.includes('without'))).toEqual([
      expect.stringMatching(/^draw \d+ without 0$/),
    ]);
    slow.resolve(all);
    await held.finished;
    expect(tokens.held).toHaveLength(3);
    expect(accepted).toEqual(tokens.held.slice(0, 2));
    setting.expectNothingHeld();
  });

  it('asks for the first masks of new requests if there is room, and of none that have to wait', () => {
    const setting = new Setting();
    const opened: number[] = [];
    const grammar = { grammar: { kind: 'choice' as const, choices: ['x'] }, thoughts: null, endIds: [] };
    const comers = Array.from({ length: 10 }, (_, i) => {
      const reopen = async () => {
        opened.push(i);
        return Uint32Array.of(0xffffffff);
      };
      const link = {
        reopen,
        accept: async () => ({ mask: await reopen(), drafts: [] }),
        suspend: () => {},
        close: () => {},
      };
      return setting.sequence({}, () => {}, new GrammarSession(grammar, 32, link));
    });
    for (const sequence of comers) setting.scheduler.add(sequence);
    expect(opened).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('waits for no grammar but those of the sequences that it samples', async () => {
    const setting = new Setting();
    const slow = Promise.withResolvers<Uint32Array>();
    const all = Uint32Array.of(0xffffffff);
    const accept = async () => ({ mask: await slow.promise, drafts: [] });
    const link = { reopen: async () => all, accept, suspend: () => {}, close: () => {} };
    const grammar = { grammar: { kind: 'choice' as const, choices: ['x'] }, thoughts: null, endIds: [] };
    const session = new GrammarSession(grammar, 32, link);
    const { events } = setting.runner;
    vi.spyOn(session, 'settled', 'get').mockImplementation(async () => {
      events.push('wait');
      await slow.promise;
    });
    const held = setting.sequence({ maxTokens: 2 }, () => {}, session);
    setting.loop.add(held);
    const processors = [{ name: 'x', args: [], kwargs: {} }];
    await setting.run({ maxTokens: 9, rules: { ...RULES, processors } });
    const postponed = events.findIndex((event) => event.includes('without 0'));
    const lastDraw = events.findLastIndex((event) => event.startsWith('draw'));
    expect(events.slice(0, postponed)).toContain('wait');
    const later = events.slice(postponed + 1, lastDraw);
    expect(later.filter((event) => event.startsWith('draw')).length).toBeGreaterThan(3);
    expect(later).not.toContain('wait');
    slow.resolve(all);
    await held.finished;
    setting.expectNothingHeld();
  });

  it('waits while another wants the device, which runs in between', async () => {
    const setting = new Setting();
    const { events } = setting.runner;
    const all = setting.run({});
    const other = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) {
        await setting.turn.run(async () => {
          await new Promise((resolve) => setImmediate(resolve));
          events.push('other');
        });
      }
    };
    await Promise.all([all, other()]);
    const taken = ['other', 'submit 1', 'read 1', 'other', 'submit 2', 'read 2', 'other'];
    expect(events.slice(0, 7)).toEqual(taken);
  });

  it('is discarded for a sequence that turns out to have ended, and ends no other', async () => {
    const setting = new Setting();
    const [stopped, other] = [setting.run({ stopTokenIds: [2] }), setting.run({ maxTokens: 6 })];
    expect(await stopped).toEqual([1, 2]);
    expect(await other).toEqual([1, 2, 3, 4, 5, 6]);
    expect(setting.runner.events.filter((event) => event.startsWith('submit'))).toHaveLength(6);
    // The third step had a row for the stopped sequence too: it was submitted before its end was known.
    expect(setting.loop.counts.stepTokens).toBe(2 + 2 + 2 + 3);
    setting.expectNothingHeld();
  });

  it('delivers no token to a sequence aborted in flight, whose pages are free at once', async () => {
    const setting = new Setting();
    const tokens: number[] = [];
    const leaving = setting.sequence({ maxTokens: 400 }, (id) => {
      tokens.push(id);
      if (id < 3) return;
      setting.loop.end(leaving, new Error('left'));
      expect(setting.pool.used).toBe(1);
    });
    setting.loop.add(leaving);
    const other = setting.run({ maxTokens: 9 });
    await expect(leaving.finished).rejects.toThrow('left');
    expect(await other).toHaveLength(9);
    expect(tokens).toEqual([1, 2, 3]);
    setting.expectNothingHeld();
  });

  it('that fails ends all open requests, and the next request is served', async () => {
    const setting = new Setting();
    setting.runner.failAt = 3;
    const both = await Promise.allSettled([setting.run({}), setting.run({})]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(setting.runner.events.at(-1)).toBe('reset');
    setting.expectNothingHeld();
    expect(await setting.run({ maxTokens: 2 })).toEqual([4, 5]);
  });
});

describe('an adapter that is not in memory', () => {
  const adapter = { id: 'a', folder: '' };

  it('is read while the others get their tokens', async () => {
    const setting = new Setting();
    const late = setting.run({ adapter });
    await expect.poll(() => setting.reading.size).toBe(1);
    expect(await setting.run({ maxTokens: 2 })).toEqual([1, 2]);
    setting.read('a');
    expect(await late).toEqual([3, 4, 5, 6]);
    setting.expectNothingHeld();
  });

  it('is read again if it was evicted from memory', async () => {
    const setting = new Setting();
    const late = setting.run({ adapter, maxTokens: 1 });
    await expect.poll(() => setting.reading.size).toBe(1);
    setting.read('a');
    setting.inMemory.clear();
    await expect.poll(() => setting.reading.size).toBe(1);
    setting.read('a');
    expect(await late).toEqual([1]);
  });

  it('waits while as many others are read as there are slots', async () => {
    const setting = new Setting();
    const first = setting.run({ adapter, maxTokens: 1 });
    const second = setting.run({ adapter: { id: 'b', folder: '' }, maxTokens: 1 });
    await expect.poll(() => [...setting.reading.keys()]).toEqual(['a']);
    setting.read('a');
    expect(await first).toEqual([1]);
    await expect.poll(() => [...setting.reading.keys()]).toEqual(['b']);
    setting.read('b');
    expect(await second).toEqual([2]);
    setting.expectNothingHeld();
  });

  it('fails only the requests for it if it cannot be read', async () => {
    const setting = new Setting();
    const lost = setting.run({ adapter });
    await expect.poll(() => setting.reading.size).toBe(1);
    setting.reading.get('a')?.fail(new Error('no such folder'));
    await expect(lost).rejects.toThrow('no such folder');
    expect(await setting.run({ maxTokens: 1 })).toEqual([1]);
    setting.expectNothingHeld();
  });

  it('holds nothing for a sequence aborted meanwhile', async () => {
    const setting = new Setting();
    const sequence = setting.sequence({ adapter });
    setting.loop.add(sequence);
    await expect.poll(() => setting.reading.size).toBe(1);
    setting.loop.end(sequence, new Error('gone'));
    await expect(sequence.finished).rejects.toThrow('gone');
    setting.read('a');
    expect(await setting.run({ adapter, maxTokens: 1 })).toEqual([1]);
    setting.expectNothingHeld();
  });
});
