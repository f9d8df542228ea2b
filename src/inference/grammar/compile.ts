import { compileAfterThoughts } from './compile-after-thoughts.ts';
import { compileRegex } from './compile-regex.ts';
import type { Grammar } from './grammar.ts';
import { SchemaCompiler } from './json-schema/schema-compiler.ts';
import { ClaimedChoice } from './machine/claimed-choice.ts';
import { Choice } from './machine/controls.ts';
import { LiteralTerminal } from './machine/literal-terminal.ts';
import type { GrammarNode } from './machine/node.ts';
import { compileGrammarText } from './rules/grammar-text.ts';
import { TagCompiler } from './tags/tag-compiler.ts';
import { Workshop } from './workshop.ts';

/** Throws GrammarError, also for a grammar that no text fits. May take long: see `THREAD_LIMITS`. */
export function compileGrammar(grammar: Grammar, workshop = new Workshop()): GrammarNode {
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
    case 'either':
      return compileChoice(grammar, workshop);
    case 'after_thoughts':
      return afterThoughts(compileGrammar(grammar.grammar, workshop), workshop, grammar.begun);
  }
}

function compileChoice({ ways, claim }: Grammar & { kind: 'either' }, workshop: Workshop): GrammarNode {
  const parts = ways.map((way) => compileGrammar(way, workshop));
  if (claim === undefined) return new Choice(workshop.numbers, parts);
  return new ClaimedChoice(workshop.numbers, parts, compileGrammar(claim, workshop));
}

/** A claim is about all of the text, so it and each of its ways come after thoughts of their own. */
function afterThoughts(answer: GrammarNode, workshop: Workshop, begun: boolean): GrammarNode {
  const after = (node: GrammarNode) => compileAfterThoughts(workshop, node, begun);
  if (!(answer instanceof ClaimedChoice)) return after(answer);
  return new ClaimedChoice(workshop.numbers, [after(answer.first), after(answer.others)], after(answer.claim));
}
