import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Imports a browser source. The tests lack browser types, so the used functions are typed here. */
const source = (path: string) => import(new URL(`../../dashboard/src/${path}`, import.meta.url).href);

const { wordDiff } = (await source('text/word-diff.ts')) as {
  wordDiff(
    before: string,
    after: string,
  ): { parts: { kind: 'same' | 'gone' | 'new'; text: string }[]; isFarApart: boolean };
};
const { jsonFault } = (await source('data/json-fault.ts')) as {
  jsonFault(text: string): { at: number; reason: string } | null;
};
const { checkRows } = (await source('data/training-rows.ts')) as {
  checkRows(file: Blob, signal: AbortSignal, tell: () => void): Promise<Report>;
};
const { endsOf, sentence } = (await source('charts/summary.ts')) as {
  endsOf(series: object): { first: number; last: number };
  sentence(name: string, series: object, axis: string): string;
};
const { number, bytes, duration } = (await source('text/format.ts')) as Record<string, (value: number) => string>;

const { findingsOf } = (await source('run/findings.ts')) as {
  findingsOf(steps: object, byJob: object): { name: string; tone: string; verdict: string }[];
};
const { levelsOf, isOnPolicy } = (await source('trajectory/token-colours.ts')) as {
  levelsOf(sequence: object, colouring: string): (number | null)[];
  isOnPolicy(sequence: object): boolean;
};
const { configOf } = (await source('run/config-of.ts')) as {
  configOf(run: object, model: object, jobs: object[]): [string, string][];
};

const { withTexts, hexOf } = (await source('trajectory/token-sequence.ts')) as {
  withTexts(tokens: { bytes: string[] }): { texts: string[] };
  hexOf(base64: string): string;
};

const { conversationsOf } = (await source('trajectory/messages.ts')) as {
  conversationsOf(trajectory: object): object[][];
};

const { untilSilent } = (await source('api/until-silent.ts')) as {
  untilSilent(body: ReadableStream<Uint8Array>, ms: number, heard: () => void): ReadableStream<Uint8Array>;
};

interface Report {
  rows: number;
  answers: number;
  faults: { line: number; column: number; reason: string }[];
}

const joined = (parts: { kind: string; text: string }[], left: string) =>
  parts.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');

describe('the difference of two texts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', 'cat', '🙂', '.', '\n')).map((parts) => parts.join(''));

  test('contains both texts completely', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const { parts } = wordDiff(before, after);
        expect(joined(parts, 'new')).toBe(before);
        expect(joined(parts, 'gone')).toBe(after);
      }),
    );
  });

  test('consists of whole words', () => {
    expect(wordDiff('the cat sat', 'the dog sat').parts).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'gone', text: 'cat' },
      { kind: 'new', text: 'dog' },
      { kind: 'same', text: ' sat' },
    ]);
    expect(wordDiff('same', 'same').parts).toEqual([{ kind: 'same', text: 'same' }]);
    expect(wordDiff('', '').parts).toEqual([]);
  });

  test('inserts no word if the second text only lacks the first word', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b'), { maxLength: 8 }), (letters) => {
        const words = letters.join(' ');
        const { parts } = wordDiff(words, words.replace(/^\w /, ''));
        expect(parts.filter(({ kind }) => kind === 'new')).toEqual([]);
      }),
    );
  });

  test('of very different texts replaces everything between their common ends', () => {
    const text = (word: string) => `begin ${Array.from({ length: 3_000 }, (_, at) => word + at).join(' ')} end`;
    const { parts, isFarApart } = wordDiff(text('a'), text('b'));
    expect(isFarApart).toBe(true);
    expect(parts.map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same']);
    expect([joined(parts, 'new'), joined(parts, 'gone')]).toEqual([text('a'), text('b')]);
  });
});

describe('the first fault in invalid JSON', () => {
  test('is null for valid JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => void expect(jsonFault(text)).toBeNull()));
  });

  test('is found exactly if JSON.parse throws', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', 'x', '\u0001'))
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(broken, (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(jsonFault(text) === null).toBe(parses);
      }),
    );
  });

  test.each([
    ['{"a": 1,}', 8, 'a name in double quotes'],
    ['{"a" 1}', 5, 'a colon'],
    ['[1 2]', 3, 'a comma or ]'],
    ['{"a": "b', 6, 'no closing quote'],
    ['nul', 0, 'a value must stand here'],
    ['{} {}', 3, 'nothing may follow'],
    ['["\\x"]', 2, 'no such escape'],
  ])('of %j is at %i', (text, at, reason) => {
    expect(jsonFault(text)).toEqual({ at, reason: expect.stringContaining(reason) });
  });
});

test('training data is checked by line: rows and answers are counted, faults have line and column', async () => {
  const good = JSON.stringify({
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'yes' },
    ],
  });
  const lines = [
    good,
    '',
    '{"messages": [}',
    '{"messages": [{"role": "robot", "content": "x"}]}',
    '{"messages": [{"role": "user", "content": "x"}]}',
    good,
  ];
  const report = await checkRows(new Blob([lines.join('\r\n')]), new AbortController().signal, () => {});
  expect(report).toMatchObject({ rows: 5, answers: 2 });
  expect(report.faults).toEqual([
    { line: 3, column: 15, reason: expect.stringContaining('a value must stand here') },
    { line: 4, column: 16, reason: expect.stringContaining('messages.0.role: "robot" is none of') },
    { line: 5, column: 2, reason: expect.stringContaining('nothing to learn') },
  ]);
});

test('the ends of a series weight its buckets by their counts', () => {
  const series = { x: [1, 2, 3], mean: [1, 2, 9], min: [0, 2, 9], max: [2, 2, 9], last: [2, 2, 9], count: [8, 1, 1] };
  expect(endsOf(series)).toEqual({ first: 1, last: 5.5 });
  expect(sentence('loss', series, 'gradient_step')).toBe(
    'loss rose from 1 to 5.5 over 10 values, gradient step 1 to gradient step 3; between 0 and 9, 9 at last.',
  );
});

test('the summary of a constant series says that it stayed', () => {
  const still = { x: [1, 2], mean: [0.5, 0.5], min: [0.5, 0.5], max: [0.5, 0.5], last: [0.5, 0.5], count: [1, 1] };
  expect(sentence('rate', still, 'gradient_step')).toBe(
    'rate stayed at 0.5 over 2 values, gradient step 1 to gradient step 2.',
  );
  const close = { ...still, mean: [0.500001, 0.500002], min: [0.4, 0.500002], max: [0.500001, 0.6] };
  expect(sentence('rate', close, 'gradient_step')).toContain('stayed near 0.5 over');
});

test('numbers, bytes and durations are formatted briefly', () => {
  expect([0, 1, 12_345, 123_456, 0.123456, 1.5e-7, -2_000_000, 1e12].map(number)).toEqual([
    '0',
    '1',
    '12,345',
    '123.5k',
    '0.1235',
    '1.50e-7',
    '-2,000k',
    '1.00e12',
  ]);
  expect([0, 1023, 1536, 2 ** 31].map(bytes)).toEqual(['0 B', '1023 B', '1.5 KiB', '2.0 GiB']);
  expect([0.25, 5, 90, 7_260, 200_000].map(duration)).toEqual([
    '250 ms',
    '5.0 s',
    '1 min 30 s',
    '2 h 1 min',
    '2 d 7 h',
  ]);
});

const seriesOf = (values: number[], x = values.map((_, place) => place)) => ({
  ...{ x, mean: values, min: values, max: values, last: values, count: values.map(() => 1) },
});
const verdictsOf = (steps: Record<string, number[]>, jobs: Record<string, object> = {}) => {
  const metrics = Object.fromEntries(Object.entries(steps).map(([name, values]) => [name, seriesOf(values)]));
  return findingsOf({ metrics }, { metrics: jobs }).map(({ verdict }) => verdict);
};

test('the reward trend of a run needs at least three jobs', () => {
  const reward = (values: number[], x?: number[]) => verdictsOf({}, { 'train/reward': seriesOf(values, x) })[0];
  expect(reward([0.1, 0.9])).toBe('0.9, too early to tell');
  // Several records of one job are not a trend.
  expect(reward([0.1, 0.2, 0.8, 0.9], [1, 1, 2, 2])).toBe('0.85, too early to tell');
  expect(reward([0.1, 0.5, 0.9])).toBe('rising, 0.1 → 0.9');
  expect(reward([0.9, 0.5, 0.1])).toBe('falling, 0.9 → 0.1');
});

test.each([
  [[1, 1.1, 1, 1.2], 'steady, 1 → 1.2'],
  [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1.8], 'growing, 1 → 1.8'],
  [[1, 1.9], 'growing, 1 → 1.9'],
  [[1, 1, 1, 1, 1, 1, 1, 0.4, 0.4], 'falling, 1 → 0.4'],
  [[1, 0.8, 0.5, 0.1], 'collapsing, 1 → 0.1'],
])('entropy of %j is %s', (values, verdict) => {
  expect(verdictsOf({ entropy: values })).toEqual([verdict]);
});

test('ratios near 1 get different colours, and a sequence with ratios of 1 is on-policy', () => {
  const sequence = { ids: [0, 1, 2, 3, 4, 5], mask: [0, 1, 1, 1, 1, 1], ratios: [null, 1, 1.05, 1.2, 2, 0.5] };
  expect(levelsOf(sequence, 'ratios')).toEqual([null, 4, 5, 7, 8, 0]);
  expect(isOnPolicy(sequence)).toBe(false);
  expect(isOnPolicy({ mask: [0, 1, 1], ratios: [null, 1, 1.000001] })).toBe(true);
});

describe('the texts of tokens', () => {
  const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
  const textsOf = (...tokens: number[][]) => withTexts({ bytes: tokens.map((bytes) => base64(...bytes)) }).texts;

  test('put a character that several tokens share into the last of them', () => {
    expect(textsOf([0x61, 0xf0], [0x9f], [0x99, 0x82], [0xc3], [0xa9, 0x21])).toEqual(['a', '', '🙂', '', 'é!']);
    expect(textsOf([0x61], [0xf0, 0x9f])).toEqual(['a', '\ufffd']);
    expect(textsOf([0x99], [0x61])).toEqual(['\ufffd', 'a']);
    expect(hexOf(base64(0x0a, 0xf0, 0x9f, 0x99, 0x82))).toBe('0a f0 9f 99 82');
  });

  test('concatenate to the text for every split into tokens', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '🙂', '👩‍👧', '\ufeff', '\u202e', '\0', '\r\n') });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(4), { minLength: 1 }), (text, lengths) => {
        const bytes = Buffer.from(text);
        const tokens: string[] = [];
        for (let start = 0; start < bytes.length; ) {
          const end = start + 1 + lengths[tokens.length % lengths.length]!;
          tokens.push(bytes.subarray(start, end).toString('base64'));
          start = end;
        }
        const { texts } = withTexts({ bytes: tokens });
        expect(texts).toHaveLength(tokens.length);
        expect(texts.join('')).toBe(text);
        expect(tokens.map(hexOf).join(' ').replaceAll(' ', '')).toBe(bytes.toString('hex'));
      }),
    );
  });
});

test('a message has its tool calls as extras, and a tool message the id of its call', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
  const messages_and_choices = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    { finish_reason: 'stop', message: { role: 'assistant', content: 'wet' } },
  ];
  expect(conversationsOf({ messages_and_choices })).toEqual([
    [
      {
        ...{ role: 'assistant', text: '', name: null, sampled: false },
        extras: [['tool_calls', JSON.stringify([call], null, 2)]],
      },
      { role: 'tool', text: 'rain', extras: [], name: 'call_1', sampled: false },
      { role: 'assistant', text: 'wet', extras: [], name: null, sampled: true },
    ],
  ]);
});

test('a run’s configuration is that of its newest succeeded job, with the same names for SFT and RL', () => {
  const job = (kind: string, status: string, created: string, config: object) => ({ kind, status, created, config });
  const jobs = [
    job('sft', 'succeeded', '2026-01-01', { training_data_url: 'a', config: { learning_rate: 1 } }),
    job('rl', 'succeeded', '2026-01-02', { learning_rate: 2 }),
    job('sft', 'failed', '2026-01-03', { config: { learning_rate: 3 } }),
  ];
  const of = (some: object[]) => Object.fromEntries(configOf({ name: 'r' }, { project: 'p', base_model: 'b' }, some));
  expect(of(jobs)).toMatchObject({ 'config.learning_rate': '2', 'kind of job': 'rl' });
  expect(of(jobs.slice(0, 1))).toMatchObject({ 'config.learning_rate': '1', training_data_url: 'a' });
});

describe('a stream of updates', () => {
  test('passes bytes on as they arrive, and fails if none arrive in time, as behind a buffering proxy', async () => {
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    let ended: unknown;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        source = controller;
      },
      cancel: (reason) => {
        ended = reason;
      },
    });
    let heard = 0;
    const reader = untilSilent(body, 200, () => heard++).getReader();
    source!.enqueue(new TextEncoder().encode('id: 7'));
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('id: 7');
    expect(heard).toBe(1);
    await expect(reader.read()).rejects.toThrow('nothing has come for 0.2 s');
    await expect.poll(() => ended, { timeout: 5_000 }).toBeDefined();
    expect(heard).toBe(1);
  });

  test('that ends does not wait for the timeout', async () => {
    const body = new Response('a').body!;
    expect(await new Response(untilSilent(body, 60_000, () => {})).text()).toBe('a');
  });
});
