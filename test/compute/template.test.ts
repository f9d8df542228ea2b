// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the template language's own placeholders
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Knobs, kernelSource } from '../../src/compute/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'kernels-'));
mkdirSync(join(folder, 'include'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Expands a kernel of these lines, with the files it may include. */
function expand(lines: string[], knobs: Knobs = {}, includes: Record<string, string[]> = {}): string[] {
  writeFileSync(join(folder, 'tried.wgsl'), lines.join('\n'));
  for (const [name, text] of Object.entries(includes)) {
    writeFileSync(join(folder, 'include', `${name}.wgsl`), text.join('\n'));
  }
  return kernelSource('tried', knobs, folder).split('\n');
}

describe('the kernel template language', () => {
  it('passes WGSL through as it is', () => {
    const lines = ['fn f() {', '  let a = b[0]; // # no directive', '}', ''];
    expect(expand(lines)).toEqual(lines);
  });

  it('substitutes knobs and integer expressions, evaluated left to right', () => {
    const knobs = { LANES: 8, E: 20, TYPE: 'f16' };
    expect(expand(['${LANES}u, ${ E / 8 }, ${LANES * E / 4 + 1}, ${E - 1}, ${TYPE}'], knobs)).toEqual([
      '8u, 2, 41, 19, f16',
    ]);
  });

  it('keeps one side of #if', () => {
    const lines = ['#if KNOB', 'yes', '#else', 'no', '#end', 'after'];
    expect(expand(lines, { KNOB: 1 })).toEqual(['yes', 'after']);
    expect(expand(lines, { KNOB: 0 })).toEqual(['no', 'after']);
    expect(expand(['a', '  #if KNOB', 'yes', '  #end', 'b'], { KNOB: 0 })).toEqual(['a', 'b']);
  });

  it('compares a knob with a value', () => {
    const lines = ['#if TYPE == f16', 'half', '#end', '#if TYPE == f32', 'single', '#end'];
    expect(expand(lines, { TYPE: 'f32' })).toEqual(['single']);
    expect(expand(['#if N == 0', 'none', '#else', 'some', '#end'], { N: 0 })).toEqual(['none']);
  });

  it('unrolls nested #for, whose bounds may be expressions and outer variables', () => {
    const lines = ['#for r in 0..ROWS', 'x${r}', '#for c in r..N / 2', 'y${r}_${c * 4}', '#end', '#end', 'z'];
    expect(expand(lines, { ROWS: 2, N: 4 })).toEqual(['x0', 'y0_0', 'y0_4', 'x1', 'y1_4', 'z']);
    expect(expand(['#for i in 0..0', 'never', '#end', 'z'])).toEqual(['z']);
  });

  it('makes loops without constant bounds count down, as Tint gives others a 64-bit counter', () => {
    const rising = ['for (var i = lane; i < p.V; i += ${LANES}u) { a(i); }', 'for (var i = 0u; i < n; i++) {', '}'];
    expect(expand(rising, { LANES: 8 })).toEqual([
      'let loopTurns0 = select(0u, ((p.V) - (lane) + (8u) - 1u) / (8u), (lane) < (p.V)); ' +
        'for (var loopLeft0 = loopTurns0; loopLeft0 > 0u; loopLeft0--) { let i = lane + (loopTurns0 - loopLeft0) * (8u); a(i); }',
      'let loopTurns1 = select(0u, (n) - (0u), (0u) < (n)); ' +
        'for (var loopLeft1 = loopTurns1; loopLeft1 > 0u; loopLeft1--) { let i = 0u + (loopTurns1 - loopLeft1) * (1u);',
      '}',
    ]);
    const constant = ['for (var i = 0u; i < ${LANES}u; i++) { a(i); }', 'for (var i = n; i > 0u; i >>= 1u) { a(i); }'];
    expect(expand(constant, { LANES: 8 })).toEqual([constant[0].replace('${LANES}', '8'), constant[1]]);
  });

  it('nests #if in #for and #for in both sides of #if', () => {
    const lines = ['#if A', '#for i in 0..2', '#if B', 'ab${i}', '#else', 'a${i}', '#end', '#end'];
    lines.push('#else', '#for i in 0..1', 'none${i}', '#end', '#end');
    expect(expand(lines, { A: 1, B: 1 })).toEqual(['ab0', 'ab1']);
    expect(expand(lines, { A: 1, B: 0 })).toEqual(['a0', 'a1']);
    expect(expand(lines, { A: 0, B: 0 })).toEqual(['none0']);
  });

  it('includes files, with the same knobs, inside blocks too', () => {
    const include = { part: ['#if TYPE == q4', 'four ${N}', '#end', 'shared'] };
    expect(expand(['a', '#if N', '#include part', '#end', 'b'], { TYPE: 'q4', N: 3 }, include)).toEqual([
      'a',
      'four 3',
      'shared',
      'b',
    ]);
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown knob', ['${MISSING}'], /kernel tried: "MISSING" is not a knob or an integer/],
    ['an unknown knob in #if', ['#if MISSING', '#end'], /kernel tried: #if MISSING does not name a knob/],
    ['an unknown knob in #for', ['#for i in 0..MISSING', '#end'], /"MISSING" is not a knob/],
    ['text where an integer is asked for', ['${TYPE * 2}'], /"f16" is not a knob or an integer|"TYPE" is not/],
    ['#if without #end', ['#if N', 'x'], /block at line 1 is not closed/],
    ['#else without #end', ['', '#if N', 'x', '#else'], /block at line 2 is not closed/],
    ['#for without #end', ['#for i in 0..2', 'x'], /block at line 1 is not closed/],
    ['#for closed by #else', ['#for i in 0..2', '#else', '#end'], /block at line 1 is not closed/],
    ['#end too many', ['x', '#end', 'y'], /#end without a block at line 2/],
    ['#else too many', ['x', '#else', 'y', '#end'], /#else without a block at line 2/],
    ['a malformed #for', ['#for i of 0..2', '#end'], /malformed #for at line 1/],
    ['an unknown directive', ['#define X'], /unknown directive #define at line 1/],
    ['a missing include', ['#include nothing'], /nothing\.wgsl/],
    ['an include with #end too many', ['#include broken'], /kernel include\/broken: #end without a block at line 2/],
  ])('refuses %s', (_, lines, message) => {
    expect(() => expand(lines, { N: 1, TYPE: 'f16' }, { broken: ['x', '#end'] })).toThrow(message);
  });
});
