/** `digits` / 10^`scale`, scale >= 0. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** The decimal that JavaScript prints for `value`. */
export function decimalOf(value: number): Decimal {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The least integer that is at least `value` * 10^`places`. */
export function scaledUp({ digits, scale }: Decimal, places: number): bigint {
  if (places >= scale) return digits * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  const quotient = digits / unit;
  return digits > quotient * unit ? quotient + 1n : quotient;
}

/** The greatest integer that is at most `value` * 10^`places`. */
export function scaledDown({ digits, scale }: Decimal, places: number): bigint {
  return -scaledUp({ digits: -digits, scale }, places);
}

/** The double next to `value` on the way to plus or minus infinity. */
export function neighbour(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (up === value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
