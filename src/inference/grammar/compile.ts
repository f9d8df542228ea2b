import { compileRegex } from './compile-regex.ts';
import type { Grammar } from './grammar.ts';
import { SchemaCompiler } from './json-schema/schema-compiler.ts';
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
      return new Choice(
        workshop.numbers,
        grammar.ways.map((way) => compileGrammar(way, workshop)),
      );
  }
}
