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

/** Returns a service with separate processes. */
function ownService(changes: Partial<ProcessLimits> = {}): { pool: GrammarPool; service: GrammarService } {
  const own = new GrammarPool({ ...LIMITS, ...changes });
  return { pool: own, service: new GrammarService(info, own) };
}

function constraintOf(grammar: Grammar): GrammarConstraint {
  return { grammar, thoughts: null, endIds: [END] };
}

/** Opens a session, and waits for its first mask. */
async function begun(from: GrammarService, constraint: GrammarConstraint, owner?: string): Promise<GrammarSession> {
  const session = await from.open(constraint, owner);
  session.resume();
  await session.settled;
  return session;
}

async function allowed(session: GrammarSession): Promise<number[]> {
  await session.settled;
  if (session.error) throw session.error;
  return allowedIn(session.mask as Uint32Array);
}

describe('the grammar service', () => {
  it('refuses a grammar that no token of the vocabulary continues, at once or later', async () => {
    const none = { type: 'exclude_token', exclude_tokens: Array.from({ length: V }, (_, id) => id) } as const;
    const refusal = new GrammarError('the vocabulary has no token that continues the grammar');
    const atOnce = await begun(service, constraintOf(tagGrammar(none)));
    await expect(allowed(atOnce)).rejects.toThrow(refusal);
    const elements = [{ type: 'const_string', value: 'yes' } as const, none];
    const later = await begun(service, constraintOf(tagGrammar({ type: 'sequence', elements })));
    expect(await allowed(later)).toContain(idOf('yes'));
    later.accept(idOf('yes'));
    await expect(allowed(later)).rejects.toThrow(refusal);
    for (const session of [atOnce, later]) session.close();
  });

  it('returns the tokens that may come next, with the end token only if the grammar may end', async () => {
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

  it('returns masks for drafts as far as they fit, adds forced tokens, and continues from any of them', async () => {
    const letters = (text: string): number[] => Array.from(text, idOf);
    const grammar = { kind: 'regex', pattern: 'a[bc]{3}(yes now|yes then)[xy]*z' } as const;
    const own = ownService({ sliceMs: 60_000 });
    const session = await begun(own.service, constraintOf(grammar));
    const tokensOf = (): number[] => session.drafts.map(({ token }) => token);
    // The fourth letter does not fit; forced tokens follow instead.
    session.accept(idOf('a'), letters('bcbb'));
    expect(await allowed(session)).toEqual(letters('bc').sort((a, b) => a - b));
    const [yes, space] = [idOf('yes'), idOf('Ġ')];
    expect(tokensOf()).toEqual([...letters('bcb'), yes, space]);
    expect(allowedIn(session.drafts[2].mask)).toContain(yes);
    // The mask after an accepted draft is known at once. After another token, the process receives all tokens.
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

  it('continues a session with drafts after its process was lost', async () => {
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

  it('allows lastIds only if nothing else may come', async () => {
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

  it('lets a special token stand for its text only if it is a marker of the answer', async () => {
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

  it('never allows other special tokens, even if their text would fit', async () => {
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

  it('does not block the event loop while it compiles', async () => {
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

  it('compiles expressions that make backtracking engines hang', async () => {
    for (const pattern of ['(a+)+b', '(a|aa)+$', '(x+x+)+y', '(a|b)*a(a|b){200}', '(.*)*=(.*)*']) {
      (await begun(service, constraintOf({ kind: 'regex', pattern }))).close();
    }
  });

  it('refuses a grammar that takes too long to compile; the next is served', async () => {
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

it('a grammar process does not time out if its reply could not be read because this process was busy', async () => {
  const hasty = new GrammarProcess(LIMITS.heapMiB);
  const job = { kind: 'compile', model: 0, grammar: YES } as const;
  await hasty.ask(job, 1_000, '', info);
  const checked = hasty.ask(job, 500, '', info);
  // Longer than the timeout of a process that does not answer.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000);
  await expect(checked).resolves.toEqual({ kind: 'compiled' });
  hasty.end();
});

it('a grammar process that is stuck in a job is killed, and that job alone is blamed', async () => {
  const stuck = new GrammarProcess(LIMITS.heapMiB);
  const job = { kind: 'compile', model: 0, grammar: YES } as const;
  await stuck.ask(job, 1_000, '', info);
  process.kill(stuck.pid as number, 'SIGSTOP');
  const running = stuck.ask(job, 1, '', info);
  const waiting = stuck.ask(job, 1, '', info);
  const [died, lost] = await Promise.allSettled([running, waiting]);
  expect(died).toMatchObject({ reason: new ProcessDied('time') });
  expect(lost).toMatchObject({ reason: new ProcessLost() });
  expect(stuck.hasExited).toBe(true);
});

describe('answers whose grammar process is killed', () => {
  const kill = (pids: readonly number[]) => {
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  };

  it('continue in a new process from their last token', async () => {
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

  it('continue if it is killed repeatedly, between any two tokens', async () => {
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

/** Returns a grammar that compiles for seconds; whether it is refused in the end does not matter. */
function slowGrammar(number: number): Grammar {
  const allOf = [{ pattern: '^(a|b)*a(a|b){18}$' }, { pattern: `^(a|b)*b(a|b){17}${number}$` }];
  return jsonSchemaGrammar({ type: 'string', allOf });
}

it('refusals of slow grammars are cached', async () => {
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

it('a quick grammar does not wait for slow grammars, even of the same owner', async () => {
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

it('an answer whose grammar was slow to compile runs in another process than quick answers', async () => {
  const own = ownService({ sliceMs: 40 });
  const pattern = ['L', 'N', 'S', 'P', 'M', 'Z'].map((name) => `\\p{${name}}`).join('|');
  const quick = await begun(own.service, constraintOf(YES));
  const [quickPid] = own.pool.pids;
  const slow = await begun(own.service, constraintOf({ kind: 'regex', pattern: `(${pattern}){2,9}` }));
  expect(await allowed(slow)).toContain(idOf('yes'));
  expect(own.pool.pids).toHaveLength(2);
  // Its session is in the other process.
  process.kill(quickPid, 'SIGSTOP');
  slow.accept(idOf('yes'));
  expect(await allowed(slow)).toContain(idOf('yes'));
  process.kill(quickPid, 'SIGCONT');
  quick.accept(idOf('yes'));
  expect(await allowed(quick)).toEqual([END]);
  own.pool.close();
});

it('an answer with slow steps does not disturb another answer or its process', async () => {
  const own = ownService();
  const other = await begun(own.service, constraintOf({ kind: 'choice', choices: ['yes no'] }), 'bob');
  const [quickPid] = own.pool.pids;
  // Quick at first; then the states multiply with each character.
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

it('a grammar process compiles the next grammar after one was interrupted', async () => {
  const worker = new GrammarProcess(LIMITS.heapMiB);
  const compile = (grammar: Grammar, withinMs: number) =>
    worker.ask({ kind: 'compile', model: 0, grammar }, withinMs, '', info);
  expect(await compile(slowGrammar(10), 5)).toEqual({ kind: 'late' });
  expect(await compile(YES, 1_000)).toEqual({ kind: 'compiled' });
  await expect(compile({ kind: 'regex', pattern: '(' }, 1_000)).rejects.toBeInstanceOf(GrammarError);
  expect(worker.hasExited).toBe(false);
  worker.end();
});

it('a grammar process serves owners round-robin, and answers in flight before new grammars of an owner', async () => {
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

describe('a grammar session', () => {
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
    suspend: () => {},
    close: () => {},
  });
  const grammar: Grammar = { kind: 'choice', choices: ['x'] };

  it('records a token that comes while it is suspended, and asks its process only when resumed', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(constraintOf(grammar), V, link(opened, accepted));
    session.resume();
    await session.settled;
    session.accept(1);
    session.suspend();
    session.accept(2);
    expect([opened, accepted, session.mask]).toEqual([[[]], [1], undefined]);
    session.resume();
    await session.settled;
    expect([opened, accepted]).toEqual([[[], [1, 2]], [1]]);
    expect(session.mask).toEqual(bits(1, 2));
  });

  it('reopens with the same tokens if its process is lost', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const session = new GrammarSession(constraintOf(grammar), V, link(opened, accepted, true));
    session.resume();
    await session.settled;
    for (const token of [7, 8]) {
      session.accept(token);
      expect(session.mask).toBeUndefined();
      expect(await allowed(session)).toEqual([1, 2]);
    }
    expect(opened).toEqual([[], [7], [7, 8]]);
  });

  it('leaves thoughts free, except for the end token, and constrains the text after them', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const thoughts = { begun: false, openId: 40, closeId: 41, spaceIds: [50] };
    const session = new GrammarSession({ grammar, endIds: [END], thoughts }, V, link(opened, accepted));
    session.resume();
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
    session.resume();
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

  it('constrains an answer without thoughts from its first token', async () => {
    const [opened, accepted]: [number[][], number[]] = [[], []];
    const thoughts = { begun: false, openId: 40, closeId: 41, spaceIds: [50] };
    const session = new GrammarSession({ grammar, endIds: [END], thoughts }, V, link(opened, accepted));
    session.resume();
    await session.settled;
    session.accept(1);
    expect(await allowed(session)).toEqual([3]);
    expect(accepted).toEqual([1]);
  });
});

it('objects of 9,000 properties and enums of 19,000 words are within the limits', async () => {
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

it('ten large grammars in a row do not fill the memory of a process', async () => {
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
  it('is refused, at once when it comes again, and does not disturb other answers', async () => {
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
