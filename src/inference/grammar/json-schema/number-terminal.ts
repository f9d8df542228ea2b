import type { NodeNumbers, Terminal } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';
import type { NumberRange } from './number-range.ts';

const FORM = /^(-?)(?:(0|[1-9][0-9]*)(?:(\.)([0-9]*))?)?$/;

/** A number of a range, written without an exponent. */
export class NumberTerminal implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #range: NumberRange;
  /** A text of each state: those that can be continued alike are one state. */
  readonly #states = new StateTable<string>();
  readonly #steps = new Map<number, number>();

  /** `range` holds some number. */
  constructor(numbers: NodeNumbers, range: NumberRange) {
    this.id = numbers.next();
    this.#range = range;
    this.start = this.#number('');
  }

  step(state: number, byte: number): number {
    const character = '-.0123456789'.indexOf(String.fromCharCode(byte));
    if (character < 0) return -1;
    const key = state * 12 + character;
    let next = this.#steps.get(key);
    if (next === undefined) {
      const text = this.#states.at(state) + String.fromCharCode(byte);
      next = this.#live(text) ? this.#number(text) : -1;
      this.#steps.set(key, next);
    }
    return next;
  }

  final(state: number): boolean {
    const text = this.#states.at(state);
    if (!/[0-9]$/.test(text)) return false;
    const [first] = this.#spans(text);
    const { places } = this.#range;
    // All that a number can be continued to begins with itself and zeros.
    const value = text.startsWith('-') ? first[1] : first[0];
    return places >= (text.split('.')[1]?.length ?? 0) && this.#range.some(value, value);
  }

  #live(text: string): boolean {
    return FORM.test(text) && this.#spans(text).some(([low, high]) => this.#range.some(low, high));
  }

  #number(text: string): number {
    const { step, tries, places } = this.#range;
    const spans = this.#spans(text);
    const covers = spans.map(([low, high]) => this.#range.cover(low, high));
    if (tries || covers.includes('part') || !/[0-9]$/.test(text)) return this.#states.number(text, () => text);
    const remainder = BigInt(text.replace('.', '')) % step;
    const decimals = text.includes('.') ? places - text.split('.')[1].length : 'whole';
    const zero = text === '0' || text === '-0';
    return this.#states.number(`${text[0] === '-'},${zero},${remainder},${decimals},${covers.join()}`, () => text);
  }

  /** The numbers, times 10^places, that texts which begin with `text` can mean: spans by count of digits to come. */
  #spans(text: string): [bigint, bigint][] {
    const { places, low, high } = this.#range;
    const match = FORM.exec(text);
    if (!match) return [];
    const [, sign, whole, point, fraction = ''] = match;
    if (whole === undefined) return [sign === '' ? [low, high] : [low, -1n]];
    if (fraction.length > places || (point !== undefined && places === 0)) return [];
    const reach = -low > high ? -low : high;
    const spans: [bigint, bigint][] = [];
    const known = BigInt(whole + fraction);
    for (let digits = places - fraction.length; ; digits++) {
      const unit = 10n ** BigInt(digits);
      const [from, to] = [known * unit, (known + 1n) * unit - 1n];
      // Minus zero is left out.
      spans.push(sign === '' ? [from, to] : [-to, from === 0n ? -1n : -from]);
      if (point !== undefined || whole === '0' || from > reach) return spans;
    }
  }
}
