import { randomUUID } from 'node:crypto';

/**
 * Returns output constraints that are expensive to compile, to match or to parse. Each is refused or served, and none
 * may slow down other requests.
 */
export function adversarialForms(): Record<string, object> {
  // Fresh names each time, so that no cached result applies.
  const tag = randomUUID().slice(0, 8);
  return { ...hardExpressions(tag), ...hardSchemas(tag), ...slowPatterns(tag) };
}

function hardExpressions(tag: string): Record<string, object> {
  return {
    'nested repeats': { regex: `(a+)+(b+)+${tag}` },
    'repeats of repeats': { regex: `((x{1,200}){1,200}){1,200}${tag}` },
    'overlapping choices': { regex: `(a|aa|aaa|a*)*(a|b)*[ab]{0,300}${tag}` },
    'a choice far behind': { regex: `(a|b)*a(a|b){24}${tag}` },
    'a long list of choices': { choice: Array.from({ length: 1_000 }, (_, i) => `${tag} ${i} ${'y'.repeat(80)}`) },
  };
}

function hardSchemas(title: string): Record<string, object> {
  const deep = (levels: number): object => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < levels; level++) schema = { type: 'array', items: schema };
    return schema;
  };
  const properties = (count: number, property: (i: number) => [string, object]): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => property(i)));
  const wide = properties(11_300, (i) => [`property_${i}_${'x'.repeat(40)}`, { type: 'string', maxLength: i + 1 }]);
  const patterns = properties(3_000, (i) => [`p${i}`, { type: 'string', pattern: `^[a-z]{1,${(i % 50) + 1}}x${i}$` }]);
  return {
    'a schema of 1 MB': { json: { type: 'object', properties: wide, title } },
    'a schema of 60 levels': { json: { ...deep(60), title } },
    'a schema of 3,000 patterns': { json: { type: 'object', properties: patterns, title } },
    'recursion alone': { json: { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } }, title } },
  };
}

/** Returns schemas that take seconds each to compile. */
function slowPatterns(title: string): Record<string, object> {
  const schemas = Array.from({ length: 4 }, (_, i) => {
    const allOf = [{ pattern: `^(a|b)*a(a|b){${18 + i}}$` }, { pattern: `^(a|b)*b(a|b){${17 + i}}$` }];
    return [`patterns that multiply ${i}`, { json: { type: 'string', allOf, title } }];
  });
  return Object.fromEntries(schemas);
}
