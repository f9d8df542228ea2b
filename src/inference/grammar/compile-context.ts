import { type GrammarNode, NodeNumbers } from './machine/node.ts';
import { Terms } from './regular/terms.ts';

/** What all parts of one grammar are made with. */
export class CompileContext {
  readonly numbers = new NodeNumbers();
  readonly terms = new Terms();
  /** By pattern: calls of many tools are spelled alike, and masks are kept by node. */
  readonly regexes = new Map<string, GrammarNode>();
}
