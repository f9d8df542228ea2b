import type { Grammar } from './grammar.ts';
import { GrammarError } from './grammar-error.ts';
import { SchemaCompiler } from './json-schema/schema-compiler.ts';
import { LiteralTerminal } from './machine/literal-terminal.ts';
import type { GrammarNode } from './machine/node.ts';
import { TextTerminal } from './machine/text-terminal.ts';
import { TermAutomaton } from './regular/automaton.ts';
import { fullMatch } from './regular/regex-term.ts';
import { parseEbnf } from './rules/ebnf-parser.ts';
import { LARK_START, parseLark } from './rules/lark-parser.ts';
import { compileRules } from './rules/rule-compiler.ts';
import { TagCompiler } from './tags/tag-compiler.ts';
import { checkTextSize } from './text-size.ts';
import { Workshop } from './workshop.ts';

/** Throws GrammarError, also for a grammar that no text fits. May take long: see `THREAD_LIMITS`. */
export function compileGrammar(grammar: Grammar): GrammarNode {
  const workshop = new Workshop();
  switch (grammar.kind) {
    case 'json_schema':
      return new SchemaCompiler(workshop, grammar.schema, grammar.options).compile();
    case 'json_object':
      return new SchemaCompiler(workshop, '{"type":"object"}', grammar.options).compile();
    case 'regex':
      return compileRegex(workshop, grammar.pattern);
    case 'choice':
      return new LiteralTerminal(workshop.numbers, grammar.choices);
    case 'rules':
      return compileGrammarText(workshop, grammar.text);
    case 'structural_tag':
      return new TagCompiler(workshop, grammar.options).compile(grammar.format);
  }
}

export function compileRegex(workshop: Workshop, pattern: string): GrammarNode {
  const automaton = new TermAutomaton(workshop.terms, fullMatch(workshop.terms, pattern));
  if (automaton.start === undefined) throw new GrammarError('no text matches the regular expression');
  return new TextTerminal(workshop.numbers, automaton);
}

/** EBNF where a line outside comments has `::=`, as vLLM tells the two apart, else Lark. */
export function compileGrammarText(workshop: Workshop, text: string): GrammarNode {
  checkTextSize(text, 'grammar');
  const isEbnf = text.split('\n').some((line) => line.replace(/(#|\/\/).*$/, '').includes('::='));
  if (isEbnf) return compileRules(workshop, parseEbnf(text), 'root');
  return compileRules(workshop, parseLark(text), LARK_START);
}
