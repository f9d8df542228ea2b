import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonCost } from '../../src/inference/cost/json-cost.ts';

const costOf = (text: string, deepest?: number) => jsonCost(Buffer.from(text), deepest);

/** Returns the same figures from the parsed document. */
function counted(value: unknown): { depth: number; nodes: number; numbers: number } {
  if (typeof value === 'number') return { depth: 0, nodes: 0, numbers: 1 };
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1, numbers: 0 };
  const items = Object.values(value).map(counted);
  const sum = (of: 'nodes' | 'numbers') => items.reduce((total, item) => total + item[of], 0);
  const keys = Array.isArray(value) ? 0 : items.length;
  return {
    depth: 1 + Math.max(0, ...items.map(({ depth }) => depth)),
    nodes: 1 + keys + sum('nodes'),
    numbers: sum('numbers'),
  };
}

describe('jsonCost', () => {
  const spaces = fc.constantFrom('', ' ', '\n\t', '  ');

  it('counts the depth and the nodes of any document as parsing it would', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, noUnicodeString: false }), spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const { depth, nodes, numbers } = counted(JSON.parse(text));
        expect(costOf(text)).toMatchObject({ depth, nodes: nodes + Math.ceil(numbers / 4) });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a\\"}[": "]{\\\\", "b": [-1.5e+7, true, false, null]}', 2, 9],
    ['[1,-2,3e5,4E-5,0.5,6,7,8,9]', 1, 4],
    ['"a"', 0, 1],
    ['{"a" \n : {"b":[[]]}}', 4, 6],
  ])('reads %s', (text, depth, nodes) => {
    expect(costOf(text)).toMatchObject({ depth, nodes });
  });

  it('stops at the maximum depth, and does not throw on invalid JSON', () => {
    expect(costOf('['.repeat(1e6), 128).depth).toBe(129);
    expect(costOf('['.repeat(1e5)).depth).toBe(1e5);
    for (const text of ['', ']]]{', '"', '"\\', '{"a":', 'nul', '-']) expect(() => costOf(text)).not.toThrow();
  });
});

const collectGarbage = globalThis.gc as () => void;

describe('the heap that jsonCost estimates', () => {
  const count = 60_000;
  const list = (item: (at: number) => string) => `[${Array.from({ length: count }, (_, at) => item(at)).join()}]`;
  const letter = (at: number) => String.fromCharCode(97 + (at % 26));

  /** Returns the heap that the parsed text takes: the median, since what other tests left is freed meanwhile. */
  function heapOf(text: string): number {
    const taken = Array.from({ length: 5 }, () => {
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      const parsed: unknown = JSON.parse(text);
      collectGarbage();
      const after = process.memoryUsage().heapUsed;
      expect(parsed).not.toBeNull();
      return after - before;
    });
    return taken.sort((one, other) => one - other)[2]!;
  }

  it.each<[string, () => string]>([
    ['empty objects', () => list(() => '{}')],
    ['lists of one', () => list((at) => `[${at}]`)],
    ['fractions beside a string', () => list((at) => (at === 0 ? '""' : `${at / 7}`))],
    ['short strings', () => list((at) => `"${at}"`)],
    ['long strings', () => list((at) => `"${'\u4e00'.repeat(20)}${at}"`)],
    ['keys of one object', () => `{${list((at) => `"k${at}":0`).slice(1, -1)}}`],
    ['objects that each have a key of their own', () => list((at) => `{"k${at}":0}`)],
    ['objects that each have three', () => list((at) => `{"a${at}":0,"b${at}":0,"c${at}":0}`)],
    ['objects of a few keys in any order', () => list((at) => `{"${letter(at)}":0,"${letter(at * 7 + 3)}x":0}`)],
    ['objects whose keys are numbers', () => list(() => '{"1000":0}')],
    ['deep lists', () => list((at) => (at % 100 === 0 ? `${'['.repeat(100)}${']'.repeat(100)}` : '0'))],
  ])('is at least what %s take', (_, make) => {
    const text = make();
    const taken = heapOf(text);
    expect(costOf(text).heap).toBeGreaterThan(taken);
    expect(costOf(text).heap).toBeLessThan(8 * (taken + text.length));
  });
});
