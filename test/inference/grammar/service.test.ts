import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../../scripts/toy-model.ts';
import { toyTokenizer } from '../../../scripts/toy-tokenizer.ts';
import {
  ANY_JSON,
  type Grammar,
  type GrammarConstraint,
  jsonSchemaGrammar,
  tagGrammar,
} from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { THREAD_LIMITS } from '../../../src/inference/grammar/limits.ts';
import { GrammarService } from '../../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession } from '../../../src/inference/grammar/service/grammar-session.ts';
import { GrammarWorker, ThreadLost } from '../../../src/inference/grammar/service/grammar-worker.ts';
import { allowedIn } from './random-walk.ts';

const { ids } = toyTokenizer();
const idOf = (token: string): number => ids.get(token) as number;
const END = idOf('<|im_end|>');
const V = ids.size;

let folder: string;
let service: GrammarService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-grammar-'));
  writeToyModel(folder);
  service = new GrammarService({ path: folder, V });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function held(grammar: Grammar): GrammarConstraint {
  return { grammar, thoughts: null, endIds: [END] };
}

/** An answer whose first tokens are known. */
async function begun(from: GrammarService, constraint: GrammarConstraint, owner?: string): Promise<GrammarSession> {
  const session = await from.open(constraint, owner);
  session.wake();
  await session.settled;
  return session;
}

async function allowed(session: GrammarSession): Promise<number[]> {
  await session.settled;
  if (session.error) throw session.error;
  return allowedIn(session.mask as Uint32Array);
}

describe('the service of grammars', () => {
  it('refuses a grammar with which no token goes on, be it at once or later', async () => {
    const none = { type: 'exclude_token', exclude_tokens: Array.from({ length: V }, (_, id) => id) } as const;
    const refusal = new GrammarError('the vocabulary has no token that goes on with the grammar');
    const atOnce = await begun(service, held(tagGrammar(none)));
    await expect(allowed(atOnce)).rejects.toThrow(refusal);
    const elements = [{ type: 'const_string', value: 'yes' } as const, none];
    const later = await begun(service, held(tagGrammar({ type: 'sequence', elements })));
    expect(await allowed(later)).toContain(idOf('yes'));
    later.accept(idOf('yes'));
    await expect(allowed(later)).rejects.toThrow(refusal);
    for (const session of [atOnce, later]) session.close();
  });

  it('gives the tokens that may come next, and the end only where the grammar has one', async () => {
    const session = await begun(service, held({ kind: 'choice', choices: ['yes', 'yes no'] }));
    const first = await allowed(session);
    expect(first).toContain(idOf('yes'));
    expect(first).not.toContain(END);
    session.accept(idOf('yes'));
    expect(await allowed(session)).toEqual([idOf('Ġ'), idOf('Ġno'), END].sort((a, b) => a - b));
    session.accept(idOf('Ġno'));
    expect(await allowed(session)).toEqual([END]);
    session.close();
    expect(service.size).toBe(0);
  });

  it('gives the last ends only where nothing else may come', async () => {
    const session = await begun(service, {
      ...held({ kind: 'choice', choices: ['yes', 'yes no'] }),
      endIds: [],
      lastIds: [END],
    });
    session.accept(idOf('yes'));
    expect(await allowed(session)).toEqual([idOf('Ġ'), idOf('Ġno')].sort((a, b) => a - b));
    session.accept(idOf('Ġno'));
    expect(await allowed(session)).toEqual([END]);
    session.close();
  });

  it('lets a special token stand for its text only where the answer may have it', async () => {
    const marked = new GrammarService({ path: folder, V, marks: ['<|im_start|>'] });
    const start = idOf('<|im_start|>');
    const constraint = held({ kind: 'regex', pattern: '<\\|im_(start|end)\\|>yes' });
    const closed = await begun(marked, constraint);
    expect(await allowed(closed)).not.toContain(start);
    closed.close();
    const session = await begun(marked, { ...constraint, markers: [start] });
    expect(await allowed(session)).toContain(start);
    expect(await allowed(session)).not.toContain(END);
    session.accept(start);
    expect(await allowed(session)).toContain(idOf('yes'));
    session.close();
    await marked.close();
  });

  it('never allows a special token, even where its text would fit', async () => {
    const session = await begun(service, held({ kind: 'regex', pattern: '.*' }));
    const special = [...ids].filter(([token]) => token.startsWith('<|')).map(([, id]) => id);
    expect((await allowed(session)).filter((id) => special.includes(id))).toEqual([END]);
    session.close();
  });

  const deep = (levels: number): string => `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;
  const large = JSON.stringify({ enum: Array.from({ length: 100_000 }, (_, i) => `value ${i}`) });
  const wide = { anyOf: Array.from({ length: 30 }, (_, i) => ({ properties: { [`p${i}`]: { const: i } } })) };
  it.each<[string, Grammar, RegExp]>([
    [
      'a schema of more than a megabyte',
      { kind: 'json_schema', schema: large, options: ANY_JSON },
      /has \d+ bytes; 1048576 is the limit/,
    ],
    [
      'a deep schema',
      { kind: 'json_schema', schema: deep(5000), options: ANY_JSON },
      /more than 64 levels, which is the limit/,
    ],
    [
      'a deep regular expression',
      { kind: 'regex', pattern: `${'('.repeat(5000)}${')'.repeat(5000)}` },
      /more than 64 nested groups/,
    ],
    [
      'a deep grammar',
      { kind: 'rules', text: `root ::= ${'('.repeat(5000)}"a"${')'.repeat(5000)}` },
      /more than 64 nested brackets/,
    ],
    [
      'patterns that multiply',
      jsonSchemaGrammar({
        type: 'string',
        allOf: [{ pattern: '^(a|b)*a(a|b){18}$' }, { pattern: '^(a|b)*b(a|b){17}$' }],
      }),
      /limit/,
    ],
    [
      'alternatives that multiply',
      jsonSchemaGrammar({ allOf: [wide, wide, wide].map((each) => ({ ...each })) }),
      /more than 2000 alternatives, the limit/,
    ],
    [
      'a count that is too large',
      { kind: 'regex', pattern: 'a{1000000}' },
      /more than 100000 times, which is the limit/,
    ],
  ])(
    'refuses %s, and names the limit',
    async (_, grammar, why) => {
      const refused = await begun(service, held(grammar)).catch((error: Error) => error);
      expect(refused).toBeInstanceOf(GrammarError);
      expect((refused as Error).message).toMatch(why);
      expect(service.size).toBe(0);
    },
    120_000,
  );

  it('leaves the event loop to others while it compiles', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const patterns = [{ pattern: '^(a|b)*a(a|b){15}$' }, { pattern: '^(a|b)*b(a|b){16}$' }];
    const refused = begun(service, held(jsonSchemaGrammar({ type: 'string', allOf: patterns })));
    await expect(refused).rejects.toBeInstanceOf(GrammarError);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('takes expressions that make backtracking engines hang', async () => {
    for (const pattern of ['(a+)+b', '(a|aa)+$', '(x+x+)+y', '(a|b)*a(a|b){200}', '(.*)*=(.*)*']) {
      (await begun(service, held({ kind: 'regex', pattern }))).close();
    }
  });

  it('throws a thread away that takes too long, and serves the next grammar with another', async () => {
    const slow = new GrammarService({ path: folder, V }, { ...THREAD_LIMITS, compileMs: 60 });
    const running = await begun(slow, held({ kind: 'choice', choices: ['yes'] })).catch(() => null);
    const properties = [
      'Lu',
      'Ll',
      'Lt',
      'Lm',
      'Lo',
      'Nd',
      'Nl',
      'No',
      'Sm',
      'Sc',
      'Sk',
      'So',
      'L',
      'N',
      'S',
      'P',
      'M',
      'Z',
    ];
    const pattern = properties.map((name) => `\\p{${name}}`).join('|');
    await expect(begun(slow, held({ kind: 'regex', pattern }))).rejects.toThrow(
      /takes more than 0.06 seconds, the limit/,
    );
    if (running) {
      running.accept(idOf('yes'));
      expect(await allowed(running)).toEqual([END]);
    }
    await slow.close();
    const again = await begun(service, held({ kind: 'choice', choices: ['no'] }));
    expect(await allowed(again)).toContain(idOf('no'));
    again.close();
  });
});

it('does not call a thread late whose answer could not be read, because this process was busy', async () => {
  const hasty = new GrammarWorker({ ...THREAD_LIMITS, compileMs: 1 });
  await hasty.vocabulary({ path: folder, V }, null);
  // After immediates the loop comes to timers first, and only then to what other threads have said.
  await new Promise((resolve) => setImmediate(resolve));
  const checked = hasty.ask({ kind: 'check', grammar: { kind: 'choice', choices: ['yes'] } });
  // It is its turn at once, and the thread gets it.
  for (let i = 0; i < 10; i++) await Promise.resolve();
  // Nothing is read meanwhile; the thread needs milliseconds.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  await expect(checked).resolves.toEqual({ done: true });
  hasty.end(new Error('the test is over'));
});

it('begins no answer anew that has been closed when its thread is lost', async () => {
  const brief = new GrammarService({ path: folder, V });
  const open = () => begun(brief, held({ kind: 'choice', choices: ['yes no'] }));
  const [guilty, other, closed] = [await open(), await open(), await open()];
  for (const session of [guilty, other, closed]) session.accept(idOf('yes'));
  closed.close();
  await brief.close();
  await expect(allowed(other)).resolves.toEqual([idOf('Ġ'), idOf('Ġno')].sort((a, b) => a - b));
  await closed.settled;
  expect(closed.mask).toBeUndefined();
  expect(brief).toMatchObject({ size: 2, awake: 2 });
  await brief.close();
});

/** Compiles for a while, and is refused in the end. */
function slowGrammar(number: number): Grammar {
  const allOf = [{ pattern: '^(a|b)*a(a|b){18}$' }, { pattern: `^(a|b)*b(a|b){17}${number}$` }];
  return jsonSchemaGrammar({ type: 'string', allOf });
}

it('an owner of slow grammars keeps no other owner waiting, and refusals are remembered', async () => {
  const fair = new GrammarService({ path: folder, V }, THREAD_LIMITS, 2);
  const ends: string[] = [];
  const evil = [1, 2, 3, 4].map(async (number) => {
    await expect(fair.open(held(slowGrammar(number)), 'eve')).rejects.toBeInstanceOf(GrammarError);
    ends.push('eve');
  });
  const honest = begun(fair, held({ kind: 'choice', choices: ['yes'] }), 'bob').then((session) => {
    ends.push('bob');
    return session;
  });
  expect(await allowed(await honest)).toContain(idOf('yes'));
  await Promise.all(evil);
  // One of eve's was there first; the others had to wait for their turn.
  expect(ends.indexOf('bob')).toBeLessThanOrEqual(1);
  // What is known needs no turn of anybody.
  const [slow, known] = [fair.open(held(slowGrammar(5)), 'eve'), fair.open(held(slowGrammar(1)), 'eve')];
  const order: string[] = [];
  await Promise.allSettled([slow.catch(() => order.push('slow')), known.catch(() => order.push('known'))]);
  expect(order).toEqual(['known', 'slow']);
  await fair.close();
});

it('a quick grammar waits for no slow ones, be they of the same owner', async () => {
  const fair = new GrammarService({ path: folder, V }, THREAD_LIMITS, 2);
  const ends: string[] = [];
  const slow = [11, 12, 13, 14].map((number) => fair.open(held(slowGrammar(number))).catch(() => ends.push('slow')));
  const quick = begun(fair, held({ kind: 'choice', choices: ['no'] }));
  expect(await allowed(await quick)).toContain(idOf('no'));
  expect(ends).toEqual([]);
  await fair.close();
  await Promise.all(slow);
});

it('what was slow to try is served where it keeps no quick grammars waiting', async () => {
  const patient = new GrammarService({ path: folder, V }, { ...THREAD_LIMITS, momentsMs: [50] }, 2);
  const pattern = ['L', 'N', 'S', 'P', 'M', 'Z'].map((name) => `\\p{${name}}`).join('|');
  const quick: Grammar = { kind: 'choice', choices: ['yes'] };
  await begun(patient, held(quick));
  const slow = await patient.open(held({ kind: 'regex', pattern: `(${pattern}){2,9}` }));
  slow.wake();
  const session = await begun(patient, held(quick));
  expect(await allowed(session)).toContain(idOf('yes'));
  expect(slow.mask).toBeUndefined();
  expect(await allowed(slow)).toContain(idOf('yes'));
  await patient.close();
});

it('a thread goes on with the next grammar after one was broken off', async () => {
  const worker = new GrammarWorker({ ...THREAD_LIMITS, compileMs: 600_000 });
  await worker.vocabulary({ path: folder, V }, null);
  expect(await worker.check(slowGrammar(10), 5)).toBe(false);
  expect(await worker.check({ kind: 'choice', choices: ['yes'] }, 1_000)).toBe(true);
  await expect(worker.check({ kind: 'regex', pattern: '(' }, 1_000)).rejects.toBeInstanceOf(GrammarError);
  expect(worker.dead).toBe(false);
  worker.end(new Error('the test is over'));
});

it('a thread that is at a job for long sends the jobs of other owners away', async () => {
  const worker = new GrammarWorker({ ...THREAD_LIMITS, compileMs: 600_000, patienceMs: 5 });
  await worker.vocabulary({ path: folder, V }, null);
  const done: string[] = [];
  const long = worker.ask({ kind: 'check', grammar: slowGrammar(9) }, 'eve').catch((error: Error) => {
    done.push('long');
    return error;
  });
  const choice: Grammar = { kind: 'choice', choices: ['yes'] };
  const own = worker.ask({ kind: 'check', grammar: choice }, 'eve');
  await expect(worker.ask({ kind: 'check', grammar: choice }, 'bob')).rejects.toBeInstanceOf(ThreadLost);
  expect(done).toEqual([]);
  expect([worker.keepsWaiting('bob'), worker.keepsWaiting('eve')]).toEqual([true, false]);
  expect(await long).toBeInstanceOf(GrammarError);
  expect(await own).toEqual({ done: true });
  expect(worker.keepsWaiting('bob')).toBe(false);
  await expect(worker.ask({ kind: 'check', grammar: choice }, 'bob')).resolves.toEqual({ done: true });
  worker.end(new Error('the test is over'));
});

describe('a session', () => {
  const bits = (...list: number[]): Uint32Array => {
    const mask = new Uint32Array(Math.ceil(V / 32));
    for (const id of list) mask[id >>> 5] |= 1 << (id & 31);
    return mask;
  };
  const link = (opened: number[][], accepted: number[], lost = false) => ({
    reopen: async (tokens: number[]) => {
      opened.push(tokens);
      return bits(1, 2);
    },
    accept: async (token: number) => {
      accepted.push(token);
      if (lost) throw new ThreadLost();
      return bits(3);
    },
    rest: () => {},
    close: () => {},
  });
  const grammar: Grammar = { kind: 'choice', choices: ['x'] };

  it('remembers a token that comes while it rests, and asks nobody until it is woken', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(held(grammar), V, link(opened, accepted));
    session.wake();
    await session.settled;
    session.accept(1);
    session.rest();
    session.accept(2);
    expect([opened, accepted, session.mask]).toEqual([[[]], [1], undefined]);
    session.wake();
    await session.settled;
    expect([opened, accepted]).toEqual([[[], [1, 2]], [1]]);
    expect(session.mask).toEqual(bits(1, 2));
  });

  it('begins anew with the same tokens when its thread died of another answer', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(held(grammar), V, link(opened, accepted, true));
    session.wake();
    await session.settled;
    for (const token of [7, 8]) {
      session.accept(token);
      expect(session.mask).toBeUndefined();
      expect(await allowed(session)).toEqual([1, 2]);
    }
    expect(opened).toEqual([[], [7], [7, 8]]);
  });

  it('leaves thoughts free, but for the end, and begins after them', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const thoughts = { begun: false, openId: 40, closeId: 41, spaceIds: [50] };
    const session = new GrammarSession({ grammar, endIds: [END], thoughts }, V, link(opened, accepted));
    session.wake();
    await session.settled;
    expect(await allowed(session)).toEqual([1, 2, 40]);
    session.accept(40);
    const free = await allowed(session);
    expect(free).not.toContain(END);
    expect(free.filter((id) => id < V)).toHaveLength(V - 1);
    session.accept(9);
    session.accept(41);
    expect(await allowed(session)).toEqual([1, 2]);
    session.accept(2);
    expect(await allowed(session)).toEqual([3]);
    expect(accepted).toEqual([2]);
  });

  it('forgets the white space that came before thoughts', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const thoughts = { begun: false, openId: 40, closeId: 41, spaceIds: [50] };
    const session = new GrammarSession({ grammar, endIds: [END], thoughts }, V, link(opened, accepted));
    session.wake();
    await session.settled;
    session.accept(50);
    expect(await allowed(session)).toEqual([3, 40]);
    session.accept(40);
    session.accept(9);
    session.accept(41);
    expect(await allowed(session)).toEqual([1, 2]);
    session.accept(40);
    expect(await allowed(session)).toEqual([3]);
    expect([opened, accepted]).toEqual([
      [[], []],
      [50, 40],
    ]);
  });

  it('takes an answer without thoughts for what it is', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const thoughts = { begun: false, openId: 40, closeId: 41, spaceIds: [50] };
    const session = new GrammarSession({ grammar, endIds: [END], thoughts }, V, link(opened, accepted));
    session.wake();
    await session.settled;
    session.accept(1);
    expect(await allowed(session)).toEqual([3]);
    expect(accepted).toEqual([1]);
  });
});

it('takes thousands of properties, and lists of many more words, within its limits', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const properties = Object.fromEntries(numbers(9_000).map((i) => [`property_${i}`, { type: 'integer' }]));
  const wide = await begun(service, held(jsonSchemaGrammar({ type: 'object', properties })));
  const listed = await begun(service, held(jsonSchemaGrammar({ enum: numbers(19_000).map((i) => `word ${i}`) })));
  expect((await allowed(wide)).length).toBeGreaterThan(0);
  expect((await allowed(listed)).length).toBeGreaterThan(0);
  wide.close();
  listed.close();
});

it('takes one large grammar after the other, none of which fills the memory of a thread', async () => {
  const small = new GrammarService({ path: folder, V }, { ...THREAD_LIMITS, heapMiB: 96 }, 2);
  try {
    for (let round = 0; round < 10; round++) {
      const wide = Array.from({ length: 2_500 }, (_, i) => [
        `property_${i}_of_${round}`,
        { type: 'string', maxLength: i + 1 },
      ]);
      const properties = Object.fromEntries(wide);
      const session = await begun(small, held(jsonSchemaGrammar({ type: 'object', properties })));
      expect(session.error).toBeUndefined();
      session.close();
    }
  } finally {
    await small.close();
  }
});

it.runIf(process.platform === 'linux')(
  'threads of grammars let the engine go first, those that take longest most',
  async () => {
    const polite = new GrammarService({ path: folder, V }, { ...THREAD_LIMITS, momentsMs: [1, 1] }, 2);
    const before = nicenesses();
    await polite.open(held({ kind: 'regex', pattern: '(?=.*a.{7})(?=.*b.{7}).*X' }));
    const after = nicenesses();
    for (const thread of before.keys()) after.delete(thread);
    // One of each trial; V8's own are as they were.
    expect([...after.values()].filter((niceness) => niceness > 0).sort()).toEqual([3, 6, 9]);
    await polite.close();
  },
);

it.runIf(process.platform === 'linux')(
  'what was not quick to try is served by a thread that lets others go first',
  async () => {
    // The first trial is left out for its want of time.
    const polite = new GrammarService({ path: folder, V }, { ...THREAD_LIMITS, momentsMs: [0, 5_000] }, 2);
    const before = nicenesses();
    const session = await begun(polite, held({ kind: 'choice', choices: ['a', 'b'] }));
    const after = nicenesses();
    for (const thread of before.keys()) after.delete(thread);
    // Of the trial and of the answer.
    expect([...after.values()].filter((niceness) => niceness > 0).sort()).toEqual([6, 6]);
    session.close();
    await polite.close();
  },
);

/** How far each thread of this process lets others go first: the 19th value of its stat, behind the name in brackets. */
function nicenesses(): Map<string, number> {
  const found = new Map<string, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      const stat = readFileSync(join('/proc/self/task', thread, 'stat'), 'utf8');
      found.set(thread, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
    } catch {
      // One of another test has come to its end meanwhile.
    }
  }
  return found;
}
