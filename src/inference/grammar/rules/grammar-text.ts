import type { CompileContext } from '../compile-context.ts';
import type { GrammarNode } from '../machine/node.ts';
import { checkTextSize } from '../text-size.ts';
import { parseEbnf } from './ebnf-parser.ts';
import { LARK_START, parseLark } from './lark-parser.ts';
import { compileRules } from './rule-compiler.ts';

/** EBNF where a line outside comments has `::=`, as vLLM tells the two apart, else Lark. Throws GrammarError. */
export function compileGrammarText(compileContext: CompileContext, text: string): GrammarNode {
  checkTextSize(text, 'grammar');
  const isEbnf = text.split('\n').some((line) => line.replace(/(#|\/\/).*$/, '').includes('::='));
  if (isEbnf) return compileRules(compileContext, parseEbnf(text), 'root');
  return compileRules(compileContext, parseLark(text), LARK_START);
}
