/** A float as Python's `repr` writes it. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e');
  const exponent = Number(exponentText);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const digits = mantissa.replace('.', '');
  if (exponent < -4 || exponent >= 16) {
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** As `'%.{places}f'` of Python: the exact value rounded, a tie to the even digit. */
export function fixedText(value: number, places: number): string {
  if (!Number.isFinite(value)) return floatText(value);
  if (places > 60) throw new Error(`${places} decimal places are more than 60`);
  if (Math.abs(value) >= 1e21) {
    const whole = BigInt(value).toString();
    return places === 0 ? whole : `${whole}.${'0'.repeat(places)}`;
  }
  const exact = Math.abs(value).toFixed(places + 40);
  const cut = exact.length - 40;
  const kept = BigInt(exact.slice(0, cut).replace('.', ''));
  const rest = exact.slice(cut);
  const half = `5${'0'.repeat(39)}`;
  const up = rest > half || (rest === half && kept % 2n === 1n);
  const digits = String(up ? kept + 1n : kept).padStart(places + 1, '0');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (places === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
