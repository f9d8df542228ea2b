import { expect, it } from 'vitest';
import { recorded } from '../../bench/report.ts';

const row = (what: string) => ({ what, figure: '1 / 2 / 3', unit: 'tok/s', roofline: '50 % of 4' });
const lines = (document: string) => document.split('\n').filter((line) => line.startsWith('| '));

it('a machine has one table, in which the newest rows of a part replace its older rows', () => {
  let document = recorded('# Benchmarks\n', 'a box', 'chat', [row('decode'), row('prefill')], '2026-01-01');
  document = recorded(document, 'a box', 'train', [row('step')], '2026-01-01');
  document = recorded(document, 'a box', 'chat', [row('decode')], '2026-02-02');
  expect(document.match(/^## .*$/gm)).toEqual(['## a box']);
  expect(lines(document).slice(2)).toEqual([
    '| chat | decode | 1 / 2 / 3 | tok/s | 50 % of 4 | 2026-02-02 |',
    '| train | step | 1 / 2 / 3 | tok/s | 50 % of 4 | 2026-01-01 |',
  ]);
});

it('another machine gets its own table, and text around tables stays', () => {
  const first = recorded('# Benchmarks\n\nHow.\n', 'a box', 'chat', [row('decode')], '2026-01-01');
  const both = recorded(first, 'a GPU', 'chat', [row('decode')], '2026-01-02');
  expect(both.startsWith(first.trimEnd())).toBe(true);
  const again = recorded(both, 'a box', 'chat', [row('prefill')], '2026-01-03');
  expect(again.match(/^## .*$/gm)).toEqual(['## a box', '## a GPU']);
  expect(again).toContain('| chat | decode | 1 / 2 / 3 | tok/s | 50 % of 4 | 2026-01-02 |');
});
