import { type Decimal, decimalOf, gcd, neighbour, scaledDown, scaledUp } from './decimal.ts';

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
