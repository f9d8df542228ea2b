const ATOMS = ['a', 'b', '-', '[ab]', '[^a]', '.', 'ab'];
const ASSERTIONS = ['^', '$', '\\b', '\\B'];
const QUANTIFIERS = ['*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}'];

/** Returns a random regular expression over a, b and - with many assertions, in ECMAScript's syntax. */
export function randomRegex(random: () => number, depth: number): string {
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)];
  const group = () => randomRegex(random, depth - 1);
  const part = (): string => {
    const kind = random();
    if (depth === 0 || kind < 0.35) return random() < 0.8 ? of(ATOMS) : of(ASSERTIONS);
    if (kind < 0.6) return `(?:${group()})${of(QUANTIFIERS)}`;
    return `(?:${group()}|${group()})${random() < 0.5 ? of(QUANTIFIERS) : ''}`;
  };
  return Array.from({ length: 1 + Math.floor(random() * 3) }, part).join('');
}
