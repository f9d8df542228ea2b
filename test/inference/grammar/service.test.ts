import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyTokenizer } from '../../../scripts/toy-tokenizer.ts';
import {
  ANY_JSON,
  type Grammar,
  type GrammarConstraint,
  jsonSchemaGrammar,
  tagGrammar,
} from '../../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../../src/inference/grammar/grammar-error.ts';
import { GrammarPool } from '../../../src/inference/grammar/service/grammar-pool.ts';
import { GrammarProcess, ProcessDied, ProcessLost } from '../../../src/inference/grammar/service/grammar-process.ts';
import { GrammarService } from '../../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession } from '../../../src/inference/grammar/service/grammar-session.ts';
import { type ProcessLimits, processLimits } from '../../../src/inference/grammar/service/process-limits.ts';
import { tokenizerInfo } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';
import { Tokenizer } from '../../../src/model/text/tokenizer.ts';
import { allowedIn } from './random-walk.ts';

const { ids, json } = toyTokenizer();
const idOf = (token: string): number => ids.get(token) as number;
const END = idOf('<|im_end|>');
const V = ids.size;

const tokenizer = new Tokenizer(json, 'toy');
const info = tokenizerInfo(tokenizer, V);
const LIMITS: ProcessLimits = { ...processLimits(), processes: 2 };

let pool: GrammarPool;
let service: GrammarService;

beforeAll(() => {
  pool = new GrammarPool();
  service = new GrammarService(info, pool);
});
afterAll(() => pool.close());

/** A service with processes of its own. */
function ownService(changes: Partial<ProcessLimits> = {}): { pool: GrammarPool; service: GrammarService } {
  const own = new GrammarPool({ ...LIMITS, ...changes });
  return { pool: own, service: new GrammarService(info, own) };
}

function constraintOf(grammar: Grammar): GrammarConstraint {
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
    const atOnce = await begun(service, constraintOf(tagGrammar(none)));
    await expect(allowed(atOnce)).rejects.toThrow(refusal);
    const elements = [{ type: 'const_string', value: 'yes' } as const, none];
    const later = await begun(service, constraintOf(tagGrammar({ type: 'sequence', elements })));
    expect(await allowed(later)).toContain(idOf('yes'));
    later.accept(idOf('yes'));
    await expect(allowed(later)).rejects.toThrow(refusal);
    for (const session of [atOnce, later]) session.close();
  });

  it('gives the tokens that may come next, and the end only where the grammar has one', async () => {
    const session = await begun(service, constraintOf({ kind: 'choice', choices: ['yes', 'yes no'] }));
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

  it('finds out about drafts as far as they fit, and of what it forces, and goes on from any of them', async () => {
    const letters = (text: string): number[] => Array.from(text, idOf);
    const grammar = { kind: 'regex', pattern: 'a[bc]{3}(yes now|yes then)[xy]*z' } as const;
    const own = ownService({ sliceMs: 60_000 });
    const session = await begun(own.service, constraintOf(grammar));
    const tokensOf = (): number[] => session.drafts.map(({ token }) => token);
    // The fourth letter fits no more; what has to come then is the rest.
    session.accept(idOf('a'), letters('bcbb'));
    expect(await allowed(session)).toEqual(letters('bc').sort((a, b) => a - b));
    const [yes, space] = [idOf('yes'), idOf('Ġ')];
    expect(tokensOf()).toEqual([...letters('bcb'), yes, space]);
    expect(allowedIn(session.drafts[2].mask)).toContain(yes);
    // One that came true is known at once; after another one than was drafted the process is told of all.
    session.accept(idOf('b'));
    expect(allowedIn(session.mask as Uint32Array)).toEqual(letters('bc').sort((a, b) => a - b));
    session.accept(idOf('b'), []);
    expect(session.mask).toBeUndefined();
    expect(await allowed(session)).toEqual(expect.arrayContaining(letters('bc')));
    expect(tokensOf()).toEqual([]);
    for (const token of [idOf('c'), yes, space]) session.accept(token, []);
    session.accept(idOf('n'), null);
    await session.settled;
    expect(tokensOf()).toEqual([]);
    session.accept(idOf('o'), []);
    await session.settled;
    expect(tokensOf()).toEqual([idOf('w')]);
    session.close();
    own.pool.close();
  });

  it('goes on with the same drafts where its process was lost', async () => {
    const own = ownService({ sliceMs: 60_000 });
    const session = await begun(own.service, constraintOf({ kind: 'regex', pattern: '(ab){1,20}c' }));
    session.accept(idOf('a'), [idOf('b'), idOf('a'), idOf('b')]);
    await session.settled;
    expect(session.drafts.map(({ token }) => token)).toEqual([idOf('b'), idOf('a'), idOf('b')]);
    session.accept(idOf('b'));
    for (const pid of own.pool.pids) process.kill(pid, 'SIGKILL');
    session.accept(idOf('c'));
    expect(await allowed(session)).toEqual([END]);
    session.close();
    own.pool.close();
  });

  it('gives the last ends only where nothing else may come', async () => {
    const session = await begun(service, {
      ...constraintOf({ kind: 'choice', choices: ['yes', 'yes no'] }),
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
    const marked = new GrammarService(tokenizerInfo(tokenizer, V, ['<|im_start|>']), pool);
    const start = idOf('<|im_start|>');
    const constraint = constraintOf({ kind: 'regex', pattern: '<\\|im_(start|end)\\|>yes' });
    const closed = await begun(marked, constraint);
    expect(await allowed(closed)).not.toContain(start);
    closed.close();
    const session = await begun(marked, { ...constraint, markers: [start] });
    expect(await allowed(session)).toContain(start);
    expect(await allowed(session)).not.toContain(END);
    session.accept(start);
    expect(await allowed(session)).toContain(idOf('yes'));
    session.close();
  });

  it('never allows a special token, even where its text would fit', async () => {
    const session = await begun(service, constraintOf({ kind: 'regex', pattern: '.*' }));
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
      const refused = await begun(service, constraintOf(grammar)).catch((error: Error) => error);
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
    const refused = begun(service, constraintOf(jsonSchemaGrammar({ type: 'string', allOf: patterns })));
    await expect(refused).rejects.toBeInstanceOf(GrammarError);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('takes expressions that make backtracking engines hang', async () => {
    for (const pattern of ['(a+)+b', '(a|aa)+$', '(x+x+)+y', '(a|b)*a(a|b){200}', '(.*)*=(.*)*']) {
      (await begun(service, constraintOf({ kind: 'regex', pattern }))).close();
    }
  });

  it('refuses what takes too long, and serves the next grammar', async () => {
    const slow = ownService({ sliceMs: 1, compileMs: 60 });
    const names = [
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
    const pattern = names.map((name) => `\\p{${name}}`).join('|');
    await expect(begun(slow.service, constraintOf({ kind: 'regex', pattern }))).rejects.toThrow(
      /takes more than 0.06 seconds, the limit/,
    );
    slow.pool.close();
    const again = await begun(service, constraintOf({ kind: 'choice', choices: ['no'] }));
    expect(await allowed(again)).toContain(idOf('no'));
    again.close();
  });
});

const YES: Grammar = { kind: 'choice', choices: ['yes'] };
const AFTER_YES = [idOf('Ġ'), idOf('Ġno')].sort((a, b) => a - b);

it('does not call a process late whose answer could not be read, because this one was busy', async () => {
  const hasty = new GrammarProcess(LIMITS.heapMiB);
  const job = { kind: 'compile', model: 0, grammar: YES } as const;
  await hasty.ask(job, 1_000, '', info);
  const checked = hasty.ask(job, 500, '', info);
  // Longer than a process that answers nothing is waited for.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000);
  await expect(checked).resolves.toEqual({ kind: 'compiled' });
  hasty.end();
});

it('kills a process that is stuck in a job, and blames that job alone', async () => {
  const stuck = new GrammarProcess(LIMITS.heapMiB);
  const job = { kind: 'compile', model: 0, grammar: YES } as const;
  await stuck.ask(job, 1_000, '', info);
  process.kill(stuck.pid as number, 'SIGSTOP');
  const running = stuck.ask(job, 1, '', info);
  const waiting = stuck.ask(job, 1, '', info);
  const [died, lost] = await Promise.allSettled([running, waiting]);
  expect(died).toMatchObject({ reason: new ProcessDied('time') });
  expect(lost).toMatchObject({ reason: new ProcessLost() });
  expect(stuck.dead).toBe(true);
});

describe('answers whose process is killed', () => {
  const kill = (pids: readonly number[]) => {
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  };

  it('go on in a new one from where they were, whatever they were at', async () => {
    const own = ownService();
    const open = () => begun(own.service, constraintOf({ kind: 'choice', choices: ['yes no'] }));
    const [first, other, closed] = [await open(), await open(), await open()];
    const before = own.pool.pids;
    kill(before);
    for (const session of [first, other, closed]) session.accept(idOf('yes'));
    closed.close();
    for (const session of [first, other]) expect(await allowed(session)).toEqual(AFTER_YES);
    await closed.settled;
    expect(closed.mask).toBeUndefined();
    expect(own.pool.pids).not.toContain(before[0]);
    expect(own.service.size).toBe(2);
    own.pool.close();
  });

  it('again and again, between any two tokens', async () => {
    const own = ownService();
    const word = ' no'.repeat(12);
    const session = await begun(own.service, constraintOf({ kind: 'choice', choices: [`yes${word}`] }));
    session.accept(idOf('yes'));
    for (let i = 0; i < 12; i++) {
      if (i % 3 === 1) kill(own.pool.pids);
      expect(await allowed(session)).toContain(idOf('Ġno'));
      if (i % 3 === 2) kill(own.pool.pids);
      session.accept(idOf('Ġno'));
    }
    expect(await allowed(session)).toEqual([END]);
    own.pool.close();
  });
});

/** Compiles for seconds; whether it is refused in the end is of no interest. */
function slowGrammar(number: number): Grammar {
  const allOf = [{ pattern: '^(a|b)*a(a|b){18}$' }, { pattern: `^(a|b)*b(a|b){17}${number}$` }];
  return jsonSchemaGrammar({ type: 'string', allOf });
}

it('refusals are remembered, and asked for by nobody again', async () => {
  const own = ownService();
  const ends: string[] = [];
  const ask = (number: number) =>
    own.service.open(constraintOf(slowGrammar(number)), 'eve').catch((error: Error) => {
      ends.push(`${number}`);
      return error;
    });
  expect(await ask(1)).toBeInstanceOf(GrammarError);
  await Promise.all([ask(2), ask(1)]);
  expect(ends).toEqual(['1', '1', '2']);
  own.pool.close();
});

it('a quick grammar waits for no slow ones, be they of the same owner', async () => {
  const own = ownService();
  const ends: string[] = [];
  const slow = [11, 12, 13, 14].map((number) =>
    own.service.open(constraintOf(slowGrammar(number)), 'eve').catch(() => ends.push('slow')),
  );
  for (const owner of ['eve', 'bob']) {
    const quick = await begun(own.service, constraintOf({ kind: 'choice', choices: ['no', owner] }), owner);
    expect(await allowed(quick)).toContain(idOf('no'));
  }
  expect(ends).toEqual([]);
  own.pool.close();
  await Promise.all(slow);
});

it('an answer that was slow to compile is served where it keeps no quick ones waiting', async () => {
  const own = ownService({ sliceMs: 40 });
  const pattern = ['L', 'N', 'S', 'P', 'M', 'Z'].map((name) => `\\p{${name}}`).join('|');
  const quick = await begun(own.service, constraintOf(YES));
  const [quickPid] = own.pool.pids;
  const slow = await begun(own.service, constraintOf({ kind: 'regex', pattern: `(${pattern}){2,9}` }));
  expect(await allowed(slow)).toContain(idOf('yes'));
  expect(own.pool.pids).toHaveLength(2);
  // What it needs is in the other process.
  process.kill(quickPid, 'SIGSTOP');
  slow.accept(idOf('yes'));
  expect(await allowed(slow)).toContain(idOf('yes'));
  process.kill(quickPid, 'SIGCONT');
  quick.accept(idOf('yes'));
  expect(await allowed(quick)).toEqual([END]);
  own.pool.close();
});

it('an answer whose step takes long goes on elsewhere, and others beside it where they were', async () => {
  const own = ownService();
  const other = await begun(own.service, constraintOf({ kind: 'choice', choices: ['yes no'] }), 'bob');
  const [quickPid] = own.pool.pids;
  // Quick to begin with; then each of a hundred characters may be one of so many.
  const moving = await begun(
    own.service,
    constraintOf({ kind: 'regex', pattern: 'yes(.*a.{16}|.*b.{15}|.*c.{14})*d' }),
    'eve',
  );
  moving.accept(idOf('yes'));
  for (const token of ['a', 'b', 'c', 'a', 'b', 'a']) {
    await moving.settled;
    if (moving.error) break;
    moving.accept(idOf(token));
  }
  other.accept(idOf('yes'));
  expect(await allowed(other)).toEqual(AFTER_YES);
  expect(own.pool.pids[0]).toBe(quickPid);
  own.pool.close();
});

it('a process goes on with the next grammar after one was broken off', async () => {
  const worker = new GrammarProcess(LIMITS.heapMiB);
  const compile = (grammar: Grammar, withinMs: number) =>
    worker.ask({ kind: 'compile', model: 0, grammar }, withinMs, '', info);
  expect(await compile(slowGrammar(10), 5)).toEqual({ kind: 'late' });
  expect(await compile(YES, 1_000)).toEqual({ kind: 'compiled' });
  await expect(compile({ kind: 'regex', pattern: '(' }, 1_000)).rejects.toBeInstanceOf(GrammarError);
  expect(worker.dead).toBe(false);
  worker.end();
});

it('owners are served round-robin by a process, and an answer in flight goes before what its owner has that is new', async () => {
  const worker = new GrammarProcess(LIMITS.heapMiB);
  const done: string[] = [];
  const compile = (owner: string, name: string) =>
    worker
      .ask({ kind: 'compile', model: 0, grammar: { kind: 'choice', choices: [name] } }, 5_000, owner, info)
      .then(() => done.push(name));
  const ends = { endIds: [END] };
  const jobs = ['e1', 'e2', 'e3'].map((name) => compile('eve', name));
  jobs.push(compile('bob', 'b1'), compile('bob', 'b2'));
  jobs.push(
    worker
      .ask({ kind: 'open', session: 7, model: 0, grammar: YES, ends, tokens: [] }, 5_000, 'eve', info)
      .then(() => done.push('eve answers')),
  );
  await Promise.all(jobs);
  expect(done).toEqual(['e1', 'eve answers', 'b1', 'e2', 'b2', 'e3']);
  worker.end();
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
    accept: async (tokens: number[]) => {
      accepted.push(...tokens);
      if (lost) throw new ProcessLost();
      return { mask: bits(3), drafts: [] };
    },
    rest: () => {},
    close: () => {},
  });
  const grammar: Grammar = { kind: 'choice', choices: ['x'] };

  it('remembers a token that comes while it rests, and asks nobody until it is woken', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(constraintOf(grammar), V, link(opened, accepted));
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

  it('begins anew with the same tokens when its process died of another answer', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(constraintOf(grammar), V, link(opened, accepted, true));
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
  const wide = await begun(service, constraintOf(jsonSchemaGrammar({ type: 'object', properties })));
  const listed = await begun(
    service,
    constraintOf(jsonSchemaGrammar({ enum: numbers(19_000).map((i) => `word ${i}`) })),
  );
  expect((await allowed(wide)).length).toBeGreaterThan(0);
  expect((await allowed(listed)).length).toBeGreaterThan(0);
  wide.close();
  listed.close();
});

it('takes one large grammar after the other, none of which fills the memory of a process', async () => {
  const small = ownService({ heapMiB: 128 });
  for (let round = 0; round < 10; round++) {
    const wide = Array.from({ length: 2_500 }, (_, i) => [
      `property_${i}_of_${round}`,
      { type: 'string', maxLength: i + 1 },
    ]);
    const session = await begun(
      small.service,
      constraintOf(jsonSchemaGrammar({ properties: Object.fromEntries(wide) })),
    );
    expect(session.error).toBeUndefined();
    session.close();
  }
  small.pool.close();
});

describe('a grammar that fills the memory of a process', () => {
  it('is refused, for a minute, and takes nobody else with it', async () => {
    const own = ownService({ sliceMs: 5_000, heapMiB: 64 });
    const other = await begun(own.service, constraintOf({ kind: 'choice', choices: ['yes no'] }), 'bob');
    const bomb = constraintOf({ kind: 'choice', choices: ['ab'.repeat(400_000)] });
    const refused = await begun(own.service, bomb, 'eve').catch((error: Error) => error);
    expect(refused).toEqual(new GrammarError('the grammar takes more than 64 MiB, the limit'));
    const started = performance.now();
    await expect(begun(own.service, bomb, 'eve')).rejects.toThrow('64 MiB');
    expect(performance.now() - started).toBeLessThan(100);
    other.accept(idOf('yes'));
    expect(await allowed(other)).toEqual(AFTER_YES);
    own.pool.close();
  });
});

describe('the limits of grammar processes', () => {
  it.each([
    [1, 2, 2, 128],
    [2, 2, 2, 128],
    [2, 24, 2, 512],
    [4, 8, 3, 149],
    [64, 512, 4, 512],
  ])('on %i cores and an eighth of %i GiB are %i processes of %i MiB', (cores, gigabytes, processes, heapMiB) => {
    expect(processLimits(cores, (gigabytes * 1_024) / 8)).toMatchObject({ processes, heapMiB });
  });
});
