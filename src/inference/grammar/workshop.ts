import { NodeNumbers } from './machine/node.ts';
import { Terms } from './regular/terms.ts';

/** What all parts of one grammar are made with. */
export class Workshop {
  readonly numbers = new NodeNumbers();
  readonly terms = new Terms();
}
