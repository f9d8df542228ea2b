import type { NodeNumbers, Terminal } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';

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

/** What the keywords of numbers ask for. */
export interface NumberKeywords {
  integer: boolean;
  minimum: number[];
  maximum: number[];
  exclusiveMinimum: number[];
  exclusiveMaximum: number[];
  multipleOf: number[];
}

/** Decimals of a number that is bounded but need not be a multiple. */
const PLACES = 15;
const MOST_PLACES = 340;
/** Digits before the point, where the bounds do not ask for more; doubles end at 308. */
const DIGITS = 20;
const MOST_DIGITS = 308;
/** Multiples tried until one is found that is a multiple in the arithmetic of doubles, too. */
const TRIES = 1000;

/**
 * The numbers w / 10^places with w from `low` to `high` and a multiple of `step`. Bounds hold for the double that a
 * text is read as: reading rounds monotonically, so a decimal within a bound stays within it.
 */
export class NumberRange {
  readonly places: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly step: bigint;
  /** Divisors for which validators divide doubles, which is not exact. */
  readonly #divisors: number[];

  constructor(asked: NumberKeywords) {
    const atLeast = [...asked.minimum, ...asked.exclusiveMinimum.map((value) => neighbour(value, true))].map(decimalOf);
    const atMost = [...asked.maximum, ...asked.exclusiveMaximum.map((value) => neighbour(value, false))].map(decimalOf);
    const divisors = asked.multipleOf.map(decimalOf);
    const scales = (list: Decimal[]): number => Math.max(0, ...list.map(({ scale }) => scale));
    this.places = asked.integer
      ? 0
      : Math.min(
          MOST_PLACES,
          divisors.length > 0 ? scales(divisors) : Math.max(PLACES, scales([...atLeast, ...atMost])),
        );
    const unit = 10n ** BigInt(this.places);
    this.step = divisors.map(({ digits, scale }) => steps(digits * unit, 10n ** BigInt(scale))).reduce(lcm, 1n);
    this.#divisors = this.places === 0 && asked.multipleOf.every(Number.isInteger) ? [] : asked.multipleOf;
    const large = [...atLeast, ...atMost].some(({ digits, scale }) => abs(digits) > 10n ** BigInt(DIGITS - 1 + scale));
    const reach = 10n ** BigInt(large ? MOST_DIGITS : DIGITS) * unit - 1n;
    // Beyond this a double does not tell multiples apart.
    const most = divisors.length === 0 ? reach : this.#divisors.length > 0 ? 10n ** 15n : 2n ** 53n;
    this.low = atLeast.map((bound) => scaledUp(bound, this.places)).reduce(max, -most);
    this.high = atMost.map((bound) => scaledDown(bound, this.places)).reduce(min, most);
  }

  /** Whether a number of the range lies from `low` to `high`, both times 10^places. */
  some(low: bigint, high: bigint): boolean {
    const [from, to] = [max(low, this.low), min(high, this.high)];
    if (from > to) return false;
    let w = from + mod(-from, this.step);
    if (this.#divisors.length === 0) return w <= to;
    for (let tries = 0; tries < TRIES && w <= to; tries++, w += this.step) if (this.#divides(w)) return true;
    return false;
  }

  /** Whether `low` to `high` lies in the range wholly, partly or not at all, multiples aside. */
  cover(low: bigint, high: bigint): 'all' | 'part' | 'none' {
    if (high < this.low || low > this.high) return 'none';
    return low >= this.low && high <= this.high ? 'all' : 'part';
  }

  /** Whether multiples have to be found by trying. */
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

/** The least integer that is a multiple of `a` / `b`. */
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

/** `digits` / 10^`scale`, scale >= 0. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** The decimal that JavaScript prints for `value`. */
function decimalOf(value: number): Decimal {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The least integer that is at least `value` * 10^`places`. */
function scaledUp({ digits, scale }: Decimal, places: number): bigint {
  if (places >= scale) return digits * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  const quotient = digits / unit;
  return digits > quotient * unit ? quotient + 1n : quotient;
}

/** The greatest integer that is at most `value` * 10^`places`. */
function scaledDown({ digits, scale }: Decimal, places: number): bigint {
  return -scaledUp({ digits: -digits, scale }, places);
}

/** The double next to `value` on the way to plus or minus infinity. */
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
