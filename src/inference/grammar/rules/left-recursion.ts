import { GrammarError } from '../grammar-error.ts';
import type { RuleNode } from './rule-reader.ts';

type Rules = Map<string, RuleNode>;

/**
 * Rewrites direct left recursion, `a ::= a x | y`, as `a ::= y x*`. Throws GrammarError for indirect left recursion.
 */
export function withoutLeftRecursion(rules: Rules): Rules {
  const rewritten: Rules = new Map([...rules].map(([name, body]) => [name, direct(name, body)]));
  const empty = emptyRules(rewritten);
  const done = new Set<string>();
  for (const start of rewritten.keys()) {
    const open: { name: string; path: string[] }[] = [{ name: start, path: [] }];
    const seen = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (done.has(next.name) || seen.has(next.name)) continue;
      seen.add(next.name);
      for (const first of firstRules(rewritten.get(next.name) as RuleNode, empty)) {
        if (first === start) {
          const way = [...next.path, next.name, start].join(' > ');
          throw new GrammarError(`the rule ${start} is left-recursive (${way}), which is not supported`);
        }
        open.push({ name: first, path: [...next.path, next.name] });
      }
    }
    done.add(start);
  }
  return rewritten;
}

/** Returns the nullable rules, which match the empty text. */
function emptyRules(rules: Rules): ReadonlySet<string> {
  const empty = new Set<string>();
  for (let size = -1; size !== empty.size; ) {
    size = empty.size;
    for (const [name, body] of rules) if (canBeEmpty(body, empty)) empty.add(name);
  }
  return empty;
}

function direct(name: string, body: RuleNode): RuleNode {
  const ways = body.type === 'either' ? body.parts : [body];
  const isSelf = (node: RuleNode): boolean => node.type === 'rule' && node.name === name;
  const begins = (way: RuleNode): boolean =>
    isSelf(way) || (way.type === 'sequence' && way.parts.length > 0 && isSelf(way.parts[0]));
  if (!ways.some(begins)) return body;
  const tails = ways.flatMap((way) =>
    begins(way) && way.type === 'sequence' ? [{ ...way, parts: way.parts.slice(1) }] : [],
  );
  const heads = ways.filter((way) => !begins(way));
  return {
    type: 'sequence',
    parts: [
      { type: 'either', parts: heads },
      { type: 'loop', part: { type: 'either', parts: tails }, min: 0, max: Number.POSITIVE_INFINITY },
    ],
  };
}

function canBeEmpty(node: RuleNode, empty: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'text':
      return node.text === '';
    case 'regex':
      return matchesNothing(node.source);
    case 'chars':
      return false;
    case 'rule':
      return empty.has(node.name);
    case 'sequence':
      return node.parts.every((part) => canBeEmpty(part, empty));
    case 'either':
      return node.parts.some((part) => canBeEmpty(part, empty));
    case 'loop':
      return node.min === 0 || canBeEmpty(node.part, empty);
  }
}

/** Returns whether the regular expression matches the empty text, also true if JavaScript cannot parse it. */
function matchesNothing(source: string): boolean {
  try {
    return new RegExp(`^(?:${source.replace(/^(\(\?[a-z]+\))+/, '')})$`, 'u').test('');
  } catch {
    return true;
  }
}

function firstRules(node: RuleNode, empty: ReadonlySet<string>): string[] {
  switch (node.type) {
    case 'rule':
      return [node.name];
    case 'sequence': {
      const until = node.parts.findIndex((part) => !canBeEmpty(part, empty));
      return node.parts.slice(0, until < 0 ? undefined : until + 1).flatMap((part) => firstRules(part, empty));
    }
    case 'either':
      return node.parts.flatMap((part) => firstRules(part, empty));
    case 'loop':
      return firstRules(node.part, empty);
    default:
      return [];
  }
}
