import type { GrammarNode } from '../machine/node.ts';
import { checkTextSize } from '../text-size.ts';
import type { Workshop } from '../workshop.ts';
import { parseEbnf } from './ebnf-parser.ts';
import { LARK_START, parseLark } from './lark-parser.ts';
import { compileRules } from './rule-compiler.ts';

/** EBNF where a line outside comments has `::=`, as vLLM tells the two apart, else Lark. Throws GrammarError. */
export function compileGrammarText(workshop: Workshop, text: string): GrammarNode {
  checkTextSize(text, 'grammar');
  const isEbnf = text.split('\n').some((line) => line.replace(/(#|\/\/).*$/, '').includes('::='));
  if (isEbnf) return compileRules(workshop, parseEbnf(text), 'root');
  return compileRules(workshop, parseLark(text), LARK_START);
}
