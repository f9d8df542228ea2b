import { describe, expect, it } from 'vitest';
import { StopScanner } from '../../src/inference/chat/stop-strings.ts';

interface Vector {
  name: string;
  pieces: string[];
  stop: string[];
  include?: boolean;
  minTokens?: number;
  /** Deltas of each token read; the last includes the text that the end released. */
  deltas: string[];
  matched: string | null;
}

/** Measured on vLLM 0.33.0. */
const vectors: Vector[] = [
  {
    name: 'holds back two characters and cuts before the match',
    pieces: [...'Hello END tail'],
    stop: ['END'],
    deltas: ['', '', 'H', 'e', 'l', 'l', 'o', ' ', ''],
    matched: 'END',
  },
  {
    name: 'holds nothing back when the stop string is shown',
    pieces: [...'Hello END tail'],
    stop: ['END'],
    include: true,
    deltas: [...'Hello END'],
    matched: 'END',
  },
  {
    name: 'cuts inside a token',
    pieces: ['Hel', 'lo EN', 'D tail'],
    stop: ['END'],
    deltas: ['H', 'ello ', ''],
    matched: 'END',
  },
  {
    name: 'cuts the tail of a token behind a shown stop string',
    pieces: ['Hel', 'lo EN', 'D tail'],
    stop: ['END'],
    include: true,
    deltas: ['Hel', 'lo EN', 'D'],
    matched: 'END',
  },
  {
    name: 'releases what it held at the end',
    pieces: ['ab', 'cd', 'ef'],
    stop: ['zzzz'],
    deltas: ['', 'a', 'bcdef'],
    matched: null,
  },
  {
    name: 'takes the first of the list when two matches end together',
    pieces: ['a', 'b', 'c'],
    stop: ['bc', 'abc'],
    deltas: ['', '', 'a'],
    matched: 'bc',
  },
  {
    name: 'takes the match that ends first',
    pieces: ['a', 'bcd'],
    stop: ['cd', 'abc'],
    deltas: ['', ''],
    matched: 'abc',
  },
  {
    name: 'passes over a match within min_tokens',
    pieces: ['A', 'STOP', 'B', 'STOP', 'C'],
    stop: ['STOP'],
    minTokens: 2,
    deltas: ['', 'AS', 'T', 'OPB'],
    matched: 'STOP',
  },
  {
    name: 'counts a match that starts within min_tokens and ends after',
    pieces: ['A', 'ST', 'OP', 'B'],
    stop: ['STOP'],
    minTokens: 2,
    deltas: ['', '', 'A'],
    matched: 'STOP',
  },
  {
    name: 'never reports later what ended within min_tokens',
    pieces: ['A', 'ST', 'OP', 'B'],
    stop: ['STOP'],
    minTokens: 3,
    deltas: ['', '', 'AS', 'TOPB'],
    matched: null,
  },
  {
    name: 'reads no token behind the match',
    pieces: ['a', 'b', 'c', 'END', 'd', 'e'],
    stop: ['END'],
    deltas: ['', '', 'a', 'bc'],
    matched: 'END',
  },
  {
    name: 'holds back code points, not UTF-16 units',
    pieces: ['😀', '😃', '😄', '😅'],
    stop: ['xyz'],
    deltas: ['', '', '😀', '😃😄😅'],
    matched: null,
  },
  {
    name: 'finds a stop string of astral characters',
    pieces: ['a😀', '🛑', '🛑', 'b'],
    stop: ['🛑🛑'],
    deltas: ['a', '😀', ''],
    matched: '🛑🛑',
  },
  {
    name: 'lets everything through without stop strings',
    pieces: ['a', 'b'],
    stop: [],
    deltas: ['a', 'b'],
    matched: null,
  },
];

function scan({ pieces, stop, include, minTokens }: Vector): { deltas: string[]; matched: string | null } {
  const scanner = new StopScanner(stop, { include, minTokens });
  const deltas: string[] = [];
  for (const piece of pieces) {
    const { delta, matched } = scanner.push(piece);
    deltas.push(delta);
    if (matched !== null) return { deltas, matched };
  }
  deltas.push((deltas.pop() ?? '') + scanner.flush());
  return { deltas, matched: null };
}

describe('StopScanner', () => {
  it.each(vectors)('$name', (vector) => {
    expect(scan(vector)).toEqual({ deltas: vector.deltas, matched: vector.matched });
  });

  it('agrees with a search of the whole text, however it is cut into tokens', () => {
    let state = 7;
    const draw = (limit: number): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * limit);
    };
    const word = (length: number): string => Array.from({ length }, () => ['a', 'b', '😀'][draw(3)]).join('');
    for (let round = 0; round < 500; round += 1) {
      const pieces = Array.from({ length: 1 + draw(12) }, () => word(draw(4)));
      const stop = Array.from({ length: 1 + draw(3) }, () => word(1 + draw(4)));
      const text = pieces.join('');
      const ends = stop.map((item) =>
        text.includes(item) ? text.indexOf(item) + item.length : Number.POSITIVE_INFINITY,
      );
      const end = Math.min(...ends);
      const matched = end === Number.POSITIVE_INFINITY ? null : stop[ends.indexOf(end)];
      const seen = scan({ name: '', pieces, stop, deltas: [], matched: null });
      expect(seen.matched).toBe(matched);
      expect(seen.deltas.join('')).toBe(matched === null ? text : text.slice(0, end - matched.length));
    }
  });
});
