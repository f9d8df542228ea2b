import type { CompileContext } from '../compile-context.ts';
import { GrammarError } from '../grammar-error.ts';
import { checkTextSize } from '../limits.ts';
import type { GrammarNode } from '../machine/node.ts';
import { Choice, Concatenation, Repeat } from '../machine/nonterminals.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { fullMatch } from '../regular/regex-term.ts';
import type { Term } from '../regular/terms.ts';
import { parseEbnf } from './ebnf-parser.ts';
import { LARK_START, parseLark } from './lark-parser.ts';
import { withoutLeftRecursion } from './left-recursion.ts';
import type { RuleNode } from './rule-reader.ts';

/**
 * Compiles EBNF or Lark. As in vLLM, a grammar is EBNF if a line has `::=` outside comments. Throws GrammarError.
 */
export function compileGrammarText(compileContext: CompileContext, text: string): GrammarNode {
  checkTextSize(text, 'grammar');
  const isEbnf = text.split('\n').some((line) => line.replace(/(#|\/\/).*$/, '').includes('::='));
  if (isEbnf) return compileRules(compileContext, parseEbnf(text), 'root');
  return compileRules(compileContext, parseLark(text), LARK_START);
}

/** Compiles the rules to the node of rule `start`. Throws GrammarError. */
function compileRules(compileContext: CompileContext, given: Map<string, RuleNode>, start: string): GrammarNode {
  if (!given.has(start)) throw new GrammarError(`the grammar has no rule ${start}`);
  for (const name of [...given.values()].flatMap(namesIn)) {
    if (!given.has(name)) throw new GrammarError(`the rule ${name} is used but not defined`);
  }
  const rules = withoutLeftRecursion(given);
  const finite = finiteRules(rules);
  if (!finite.has(start)) throw new GrammarError(`the rule ${start.replace('%', '')} never ends`);
  const { numbers } = compileContext;
  const choices = new Map([...finite].map((name) => [name, new Choice(numbers)]));
  const terminals = new Map<Term, GrammarNode>();
  const build = (node: RuleNode): GrammarNode => {
    if (namesIn(node).length === 0) {
      const term = termOf(compileContext, node);
      let terminal = terminals.get(term);
      if (terminal === undefined) {
        terminal = new TextTerminal(numbers, new TermAutomaton(compileContext.terms, term));
        terminals.set(term, terminal);
      }
      return terminal;
    }
    switch (node.type) {
      case 'sequence':
        return new Concatenation(numbers, joined(node.parts).map(build));
      case 'either':
        return new Choice(numbers, node.parts.filter((part) => comesToEnd(part, finite)).map(build));
      case 'loop':
        if (!comesToEnd(node.part, finite)) return new Concatenation(numbers, []);
        return new Repeat(numbers, build(node.part), node.min, node.max);
      default:
        return choices.get((node as RuleNode & { type: 'rule' }).name) as Choice;
    }
  };
  for (const [name, choice] of choices) choice.parts = [build(rules.get(name) as RuleNode)];
  return choices.get(start) as Choice;
}

/** Merges adjacent parts without rule references, so that they become one terminal. */
function joined(parts: readonly RuleNode[]): RuleNode[] {
  const list: RuleNode[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    if (last && namesIn(last).length === 0 && namesIn(part).length === 0) {
      list[list.length - 1] = { type: 'sequence', parts: [last, part] };
    } else list.push(part);
  }
  return list;
}

/** Returns the productive rules, which match at least one text of finite length. */
function finiteRules(rules: Map<string, RuleNode>): ReadonlySet<string> {
  const finite = new Set<string>();
  for (let size = -1; size !== finite.size; ) {
    size = finite.size;
    for (const [name, body] of rules) if (comesToEnd(body, finite)) finite.add(name);
  }
  return finite;
}

function comesToEnd(node: RuleNode, finite: ReadonlySet<string>): boolean {
  switch (node.type) {
    case 'text':
    case 'regex':
      return true;
    case 'chars':
      return node.set.length > 0;
    case 'rule':
      return finite.has(node.name);
    case 'sequence':
      return node.parts.every((part) => comesToEnd(part, finite));
    case 'either':
      return node.parts.some((part) => comesToEnd(part, finite));
    case 'loop':
      return node.min === 0 || comesToEnd(node.part, finite);
  }
}

function namesIn(node: RuleNode): string[] {
  switch (node.type) {
    case 'rule':
      return [node.name];
    case 'sequence':
    case 'either':
      return node.parts.flatMap(namesIn);
    case 'loop':
      return namesIn(node.part);
    default:
      return [];
  }
}

function termOf(compileContext: CompileContext, node: RuleNode): Term {
  const { terms } = compileContext;
  switch (node.type) {
    case 'text':
      return terms.text(node.text);
    case 'chars':
      return terms.chars(node.set);
    case 'regex':
      return fullMatch(terms, node.source);
    case 'sequence':
      return terms.sequence(node.parts.map((part) => termOf(compileContext, part)));
    case 'either':
      return terms.or(node.parts.map((part) => termOf(compileContext, part)));
    case 'loop':
      return terms.loop(termOf(compileContext, node.part), node.min, node.max);
    case 'rule':
      throw new Error('a rule is no regular term');
  }
}
