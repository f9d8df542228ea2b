import { Choice, Sequence } from './controls.ts';
import type { GrammarNode, NodeNumbers, Terminal } from './node.ts';

/**
 * One of several ways, of which the first may claim the text: once the text begins with what fits the claim, the others
 * are out. That no answer is stuck there, every text of the claim has to be a beginning of the first way's. Only the
 * root of a grammar can be one, since the claim is about all of the text.
 */
export class ClaimedChoice extends Choice {
  readonly first: GrammarNode;
  readonly others: GrammarNode;
  /** It may end where the claim is made. */
  readonly claim: GrammarNode;

  constructor(numbers: NodeNumbers, [first, ...others]: readonly GrammarNode[], claim: GrammarNode) {
    super(numbers, [first, ...others]);
    this.first = first;
    this.others = new Choice(numbers, others);
    this.claim = new Sequence(numbers, [claim, new AnyBytes(numbers)]);
  }
}

/** Whatever a token goes on with after the claim. */
class AnyBytes implements Terminal {
  readonly id: number;
  readonly start = 0;

  constructor(numbers: NodeNumbers) {
    this.id = numbers.next();
  }

  step(): number {
    return 0;
  }

  final(): boolean {
    return true;
  }
}
