import { compileAfterReasoning } from './after-reasoning.ts';
import { compileInChannel } from './channel.ts';
import { CompileContext, compileRegex } from './compile-context.ts';
import type { Grammar } from './grammar.ts';
import { SchemaCompiler } from './json-schema/schema-compiler.ts';
import { LiteralTerminal } from './machine/literal-terminal.ts';
import type { GrammarNode } from './machine/node.ts';
import { Choice, ClaimedChoice } from './machine/nonterminals.ts';
import { compileGrammarText } from './rules/rule-compiler.ts';
import { TagCompiler } from './tags/tag-compiler.ts';

/**
 * Compiles a grammar to its root node. Throws GrammarError, also if no text matches the grammar. This has no time
 * limit; `GrammarService` sets one.
 */
export function compileGrammar(grammar: Grammar, compileContext = new CompileContext()): GrammarNode {
  switch (grammar.kind) {
    case 'json_schema':
      return new SchemaCompiler(compileContext, grammar.schema, grammar.options).compile();
    case 'json_object':
      return new SchemaCompiler(compileContext, '{"type":"object"}', grammar.options).compile();
    case 'regex':
      return compileRegex(compileContext, grammar.pattern);
    case 'choice':
      return new LiteralTerminal(compileContext.numbers, grammar.choices);
    case 'rules':
      return compileGrammarText(compileContext, grammar.text);
    case 'structural_tag':
      return new TagCompiler(compileContext, grammar.options).compile(grammar.format);
    case 'either':
      return compileChoice(grammar, compileContext);
    case 'after_thoughts':
      return afterReasoning(compileGrammar(grammar.grammar, compileContext), compileContext, grammar.begun);
    case 'channel':
      return compileInChannel(compileContext, compileGrammar(grammar.grammar, compileContext), grammar.name);
  }
}

function compileChoice({ ways, claim }: Grammar & { kind: 'either' }, compileContext: CompileContext): GrammarNode {
  const parts = ways.map((way) => compileGrammar(way, compileContext));
  if (claim === undefined) return new Choice(compileContext.numbers, parts);
  return new ClaimedChoice(compileContext.numbers, parts, compileGrammar(claim, compileContext));
}

/** Puts reasoning before `answer`. A claim reads the text from its beginning, so it and each alternative get a copy. */
function afterReasoning(answer: GrammarNode, compileContext: CompileContext, begun: boolean): GrammarNode {
  const after = (node: GrammarNode) => compileAfterReasoning(compileContext, node, begun);
  if (!(answer instanceof ClaimedChoice)) return after(answer);
  return new ClaimedChoice(compileContext.numbers, [after(answer.first), after(answer.others)], after(answer.claim));
}
