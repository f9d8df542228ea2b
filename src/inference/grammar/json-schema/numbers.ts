import type { NodeNumbers, Terminal } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';

const FORM = /^(-?)(?:(0|[1-9][0-9]*)(?:(\.)([0-9]*))?)?$/;

/** Terminal of the numbers of a range, written without an exponent. */
export class NumberTerminal implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #range: NumberRange;
  /** One prefix of a number per state. Prefixes that allow the same continuations share a state. */
  readonly #states = new StateTable<string>();
  readonly #steps = new Map<number, number>();

  /** `range` must contain at least one number. */
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
    // Exact value of the text: the end of its first span, in which all further digits are zero.
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

  /** Returns the values, times 10^places, of texts that begin with `text`: one span per number of further digits. */
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
      // Excludes minus zero.
      spans.push(sign === '' ? [from, to] : [-to, from === 0n ? -1n : -from]);
      if (point !== undefined || whole === '0' || from > reach) return spans;
    }
  }
}

/** Constraints of the keywords on numbers, collected from all schemas that apply. */
export interface NumberKeywords {
  integer: boolean;
  minimum: number[];
  maximum: number[];
  exclusiveMinimum: number[];
  exclusiveMaximum: number[];
  multipleOf: number[];
}

/** Decimal places that a number without `multipleOf` may have; more if its bounds have more. */
const PLACES = 15;
const MAX_PLACES = 340;
/** Digits before the decimal point, unless the bounds need more. Doubles end at 308 digits. */
const DIGITS = 20;
const MAX_DIGITS = 308;
/** Number of exact multiples to try until one is also a multiple in double arithmetic. */
const TRIES = 1000;

/**
 * Set of the numbers w / 10^places, where w lies between `low` and `high` and is a multiple of `step`. The bounds also
 * hold for the parsed double: parsing rounds monotonically, so a decimal within a bound stays within it.
 */
export class NumberRange {
  readonly places: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
  /** Divisors that validators check by inexact division of doubles. */
  readonly #divisors: number[];

  constructor(asked: NumberKeywords) {
    const atLeast = [...asked.minimum, ...asked.exclusiveMinimum.map((value) => neighbour(value, true))].map(decimalOf);
    const atMost = [...asked.maximum, ...asked.exclusiveMaximum.map((value) => neighbour(value, false))].map(decimalOf);
    const divisors = asked.multipleOf.map(decimalOf);
    const scales = (list: Decimal[]): number => Math.max(0, ...list.map(({ scale }) => scale));
    this.places = asked.integer
      ? 0
      : Math.min(
          MAX_PLACES,
          divisors.length > 0 ? scales(divisors) : Math.max(PLACES, scales([...atLeast, ...atMost])),
        );
    const unit = 10n ** BigInt(this.places);
    this.step = divisors.map(({ digits, scale }) => steps(digits * unit, 10n ** BigInt(scale))).reduce(lcm, 1n);
    this.#divisors = this.places === 0 && asked.multipleOf.every(Number.isInteger) ? [] : asked.multipleOf;
    const large = [...atLeast, ...atMost].some(({ digits, scale }) => abs(digits) > 10n ** BigInt(DIGITS - 1 + scale));
    const reach = 10n ** BigInt(large ? MAX_DIGITS : DIGITS) * unit - 1n;
    // Above this, doubles cannot distinguish multiples.
    const most = divisors.length === 0 ? reach : this.#divisors.length > 0 ? 10n ** 15n : 2n ** 53n;
    this.low = atLeast.map((bound) => scaledUp(bound, this.places)).reduce(max, -most);
    this.high = atMost.map((bound) => scaledDown(bound, this.places)).reduce(min, most);
  }

  /** Returns whether any number of the range lies between `low` and `high`, both times 10^places. */
  some(low: bigint, high: bigint): boolean {
    const [from, to] = [max(low, this.low), min(high, this.high)];
    if (from > to) return false;
    let w = from + mod(-from, this.step);
    if (this.#divisors.length === 0) return w <= to;
    for (let tries = 0; tries < TRIES && w <= to; tries++, w += this.step) if (this.#divides(w)) return true;
    return false;
  }

  /** Returns how much of the span from `low` to `high` lies within the bounds, regardless of multiples. */
  cover(low: bigint, high: bigint): 'all' | 'part' | 'none' {
    if (high < this.low || low > this.high) return 'none';
    return low >= this.low && high <= this.high ? 'all' : 'part';
  }

  /** Whether multiples must be found by trial. */
  get tries(): boolean {
    return this.#divisors.length > 0;
  }

  #divides(w: bigint): boolean {
    const sign = w < 0n ? '-' : '';
    const digits = abs(w)
      .toString()
      .padStart(this.places + 1, '0');
    const at = digits.length - this.places;
    const value = Number(`${sign}${digits.slice(0, at)}.${digits.slice(at)}0`);
    return this.#divisors.every((divisor) => Number.isInteger(value / divisor));
  }
}

/** Returns the smallest positive integer that is a multiple of `a` / `b`. */
function steps(a: bigint, b: bigint): bigint {
  return a / gcd(a, b);
}

function lcm(a: bigint, b: bigint): bigint {
  return (a / gcd(a, b)) * b;
}

function mod(a: bigint, b: bigint): bigint {
  return ((a % b) + b) % b;
}

function abs(a: bigint): bigint {
  return a < 0n ? -a : a;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Decimal number `digits` / 10^`scale`, with scale >= 0. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** Returns the shortest decimal that parses to `value`, as JavaScript prints it. */
function decimalOf(value: number): Decimal {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns the ceiling of the decimal times 10^`places`. */
function scaledUp({ digits, scale }: Decimal, places: number): bigint {
  if (places >= scale) return digits * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  const quotient = digits / unit;
  return digits > quotient * unit ? quotient + 1n : quotient;
}

/** Returns the floor of the decimal times 10^`places`. */
function scaledDown({ digits, scale }: Decimal, places: number): bigint {
  return -scaledUp({ digits: -digits, scale }, places);
}

/** Returns the next double above `value` if `up`, else the next one below. */
function neighbour(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (up === value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
