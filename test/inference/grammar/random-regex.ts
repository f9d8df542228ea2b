const ATOMS = ['a', 'b', '-', '[ab]', '[^a]', '.', 'ab'];
const ASSERTIONS = ['^', '$', '\\b', '\\B'];
const QUANTIFIERS = ['*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}'];

/** A regular expression over a, b and - that asserts much, in ECMAScript's syntax; `behind`: it is in a look-behind. */
export function randomRegex(random: () => number, depth: number, behind = false): string {
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)];
  const group = (inside = behind) => randomRegex(random, depth - 1, inside);
  const part = (): string => {
    const kind = random();
    if (depth === 0 || kind < 0.35) return random() < 0.8 ? of(ATOMS) : of(behind ? ['^'] : ASSERTIONS);
    if (kind < 0.6) return `(?:${group()})${of(QUANTIFIERS)}`;
    if (kind < 0.75) return `(?:${group()}|${group()})${random() < 0.5 ? of(QUANTIFIERS) : ''}`;
    if (kind < 0.87 || behind) return `${behind ? '(?<=' : of(['(?=', '(?!'])}${group()})`;
    return `${of(['(?<=', '(?<!'])}${random() < 0.2 ? '\\b' : ''}${randomRegex(random, Math.min(1, depth - 1), true)})`;
  };
  return Array.from({ length: 1 + Math.floor(random() * 3) }, part).join('');
}
