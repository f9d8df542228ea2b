import { expect, test } from 'vitest';
import { progressLines } from '../../src/app/progress-lines.ts';

function printed(isTTY: boolean, lines: [number, string][]): string {
  let text = '';
  let time = 0;
  const say = progressLines({ isTTY, write: (part) => (text += part) }, () => time);
  for (const [at, line] of lines) {
    time = at;
    say(line);
  }
  return text;
}

const lines: [number, string][] = [
  [0, 'start'],
  [10, 'loading: 3 %'],
  [20, 'loading: 7 %'],
  [5_000, 'loading: 50 %'],
  [5_001, 'loading: 51 %'],
  [5_002, 'loading: 100 %'],
  [5_003, 'ready'],
];

test('without a terminal, fewer progress lines are printed, but always the last', () => {
  expect(printed(false, lines)).toBe('start\nloading: 3 %\nloading: 50 %\nloading: 100 %\nready\n');
});

test('on a terminal, a progress line overwrites the previous one', () => {
  const clear = '\r\x1b[K';
  expect(printed(true, lines)).toBe(
    `start\nloading: 3 %${clear}loading: 7 %${clear}loading: 50 %${clear}loading: 51 %${clear}loading: 100 %\nready\n`,
  );
});
