import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compile-time constants of a kernel variant. */
export type Knobs = Readonly<Record<string, string | number>>;

export const KERNEL_FOLDER = join(import.meta.dirname, '../../kernels');

/**
 * Returns the WGSL source of one kernel variant. The template language, one directive a line:
 *
 *     #include name            the text of kernels/include/{name}.wgsl
 *     #if KNOB / #if KNOB == value / #else / #end
 *     #for i in A..B / #end    unrolled, i counts from A to B - 1; A and B are integers or knobs
 *     ${KNOB}, ${i}, ${i * 4}  the value of a knob, a loop variable, or an integer expression of them
 *
 * Loops with non-constant bounds are rewritten to count down (`countingDown`).
 *
 * Throws, naming the kernel, when a knob is missing or a block is not closed. Tests pass a `folder` other than
 * `kernels/`.
 */
export function kernelSource(name: string, knobs: Knobs, folder = KERNEL_FOLDER): string {
  const output: string[] = [];
  expandFile({ name, folder }, `${name}.wgsl`, new Map(Object.entries(knobs)), output);
  return countingDown(output.join('\n'));
}

const UPWARD = /for \(var (\w+) = ([^;]+); \1 < ([^;]+); \1(?:\+\+| \+= ([^;{]+))\) \{/g;
const CONSTANT = /^\d+u$/;

/**
 * Rewrites loops `for (var i = a; i < b; i += c)` to count their iterations down to 0. Unless all bounds are constant,
 * Tint takes an upward loop for endless and adds a 64-bit counter, which is two thirds of the cost of an empty
 * iteration on a CPU adapter. Bodies see the same i in the same order, and may not assign it.
 */
function countingDown(wgsl: string): string {
  let loops = 0;
  return wgsl.replace(UPWARD, (loop, i: string, start: string, end: string, step = '1u') => {
    if ([start, end, step].every((part) => CONSTANT.test(part))) return loop;
    const [turns, left] = [`loopTurns${loops}`, `loopLeft${loops}`];
    loops += 1;
    const range = `(${end}) - (${start})`;
    const count = step === '1u' ? range : `(${range} + (${step}) - 1u) / (${step})`;
    return (
      `let ${turns} = select(0u, ${count}, (${start}) < (${end})); ` +
      `for (var ${left} = ${turns}; ${left} > 0u; ${left}--) { let ${i} = ${start} + (${turns} - ${left}) * (${step});`
    );
  });
}

type Scope = Map<string, string | number>;

/** The file being expanded, for errors and includes. */
interface Kernel {
  name: string;
  folder: string;
}

function expandFile(kernel: Kernel, path: string, scope: Scope, output: string[]): void {
  const lines = readFileSync(join(kernel.folder, path), 'utf8').split('\n');
  const end = expand(kernel, lines, 0, scope, output);
  if (end !== lines.length)
    throw new Error(`kernel ${kernel.name}: ${lines[end].trim()} without a block at line ${end + 1}`);
}

function expand(kernel: Kernel, lines: string[], start: number, scope: Scope, output: string[]): number {
  let at = start;
  while (at < lines.length) {
    const line = lines[at];
    const [, directive, rest = ''] = /^\s*#(\w+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (directive === undefined) {
      output.push(substitute(kernel, line, scope));
      at += 1;
    } else if (directive === 'end' || directive === 'else') {
      return at;
    } else if (directive === 'include') {
      const name = substitute(kernel, rest, scope);
      const path = `include/${name}`;
      expandFile({ ...kernel, name: path }, `${path}.wgsl`, scope, output);
      at += 1;
    } else if (directive === 'if') {
      at = expandIf(kernel, lines, at, rest, scope, output);
    } else if (directive === 'for') {
      at = expandFor(kernel, lines, at, rest, scope, output);
    } else {
      throw new Error(`kernel ${kernel.name}: unknown directive #${directive} at line ${at + 1}`);
    }
  }
  return at;
}

function expandIf(kernel: Kernel, lines: string[], at: number, test: string, scope: Scope, output: string[]): number {
  const [, knob, wanted] = /^(\w+)(?:\s*==\s*(\S+))?$/.exec(test) ?? [];
  if (knob === undefined || !scope.has(knob))
    throw new Error(`kernel ${kernel.name}: #if ${test} does not name a knob`);
  const value = String(scope.get(knob));
  const holds = wanted === undefined ? value !== '0' : value === wanted;
  let next = expand(kernel, lines, at + 1, scope, holds ? output : []);
  if (lines[next]?.trim() === '#else') next = expand(kernel, lines, next + 1, scope, holds ? [] : output);
  return closed(kernel, lines, next, at);
}

function expandFor(kernel: Kernel, lines: string[], at: number, rest: string, scope: Scope, output: string[]): number {
  const [, variable, from, to] = /^(\w+) in (.+)\.\.(.+)$/.exec(rest) ?? [];
  if (variable === undefined) throw new Error(`kernel ${kernel.name}: malformed #for at line ${at + 1}`);
  const last = integer(kernel, to, scope);
  let next = expand(kernel, lines, at + 1, new Map(scope).set(variable, 0), []);
  for (let i = integer(kernel, from, scope); i < last; i++) {
    next = expand(kernel, lines, at + 1, new Map(scope).set(variable, i), output);
  }
  return closed(kernel, lines, next, at);
}

function closed(kernel: Kernel, lines: string[], end: number, start: number): number {
  if (lines[end]?.trim() !== '#end') throw new Error(`kernel ${kernel.name}: block at line ${start + 1} is not closed`);
  return end + 1;
}

function substitute(kernel: Kernel, line: string, scope: Scope): string {
  return line.replace(/\$\{([^}]+)\}/g, (_, expression: string) => {
    const name = expression.trim();
    const value = scope.get(name);
    return String(value ?? integer(kernel, name, scope));
  });
}

/** Evaluates an integer expression of knobs: + - * / over names and numbers, left to right, no parentheses. */
function integer(kernel: Kernel, expression: string, scope: Scope): number {
  const terms = expression.trim().split(/\s*([-+*/])\s*/);
  let result = operand(kernel, terms[0], scope);
  for (let i = 1; i < terms.length; i += 2) {
    const right = operand(kernel, terms[i + 1], scope);
    const operator = terms[i];
    if (operator === '+') result += right;
    else if (operator === '-') result -= right;
    else if (operator === '*') result *= right;
    else result = Math.floor(result / right);
  }
  return result;
}

function operand(kernel: Kernel, term: string, scope: Scope): number {
  const value = Number(scope.get(term) ?? term);
  if (!Number.isInteger(value)) throw new Error(`kernel ${kernel.name}: "${term}" is not a knob or an integer`);
  return value;
}
