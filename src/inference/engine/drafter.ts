import { MAX_NGRAM, NgramProposer, type Proposal } from './ngram-proposer.ts';

/** Most rows of a step with drafts. On software Vulkan a step of 8 rows takes 2.4 times as long as a step of 1. */
export const MAX_DRAFTED_ROWS = 8;
/**
 * Numbers of draft tokens to choose from. With the token before them they fill the tiles of 2, 4 and 8 rows of a
 * product.
 */
const LENGTHS = [1, 3, 7];
/** Time that one more row adds to a step, as a share of a step of one row: 0.14 to 0.2 on software Vulkan. */
const ROW_COST = 0.2;
/** Smallest speed-up for which drafts pay. The step after them cannot be submitted before they are read. */
const MIN_GAIN = 1.05;
/** Initial acceptance rate of drafts that a grammar found. For most of them the grammar leaves no choice. */
const FIRST_GRAMMAR_RATE = 0.9;
/** Weight of each token in the moving average of an acceptance rate. */
const RENEWAL = 0.1;

/**
 * Drafts the next tokens of one sequence by prompt lookup, as many as pay. Each token, drafted or not, updates the
 * acceptance rate: was it the token that the lookup proposes? So a text that does not copy costs no rows, and a text
 * that begins to copy is noticed.
 */
export class Drafter {
  readonly #proposer = new NgramProposer();
  /** Acceptance rate of proposed tokens, by the binary logarithm of the n-gram's length. */
  readonly #rates = Array.from({ length: Math.log2(MAX_NGRAM) + 1 }, (_, log) => firstRate(2 ** log));
  #grammarRate = FIRST_GRAMMAR_RATE;
  #most = 0;
  #decoding = 1;

  /** Allows up to `most` draft tokens a step from now on, in steps in which `decoding` sequences decode. */
  allow(most: number, decoding: number): void {
    this.#most = most;
    this.#decoding = decoding;
  }

  /** Whether a step has room for draft tokens of this sequence. */
  get isAllowed(): boolean {
    return this.#most > 0;
  }

  /**
   * Updates the rates after `token` was sampled after `tokens`. While the sequence may not draft, it keeps no n-grams
   * and measures nothing.
   */
  update(tokens: readonly number[], token: number): void {
    const proposal = this.isAllowed ? this.#proposer.propose(tokens) : undefined;
    if (proposal === undefined) return;
    const [proposed] = proposal.tokens(1);
    const at = rateOf(proposal);
    this.#rates[at] += RENEWAL * ((proposed === token ? 1 : 0) - this.#rates[at]);
  }

  /** Returns the draft tokens after `tokens`, at most `left`. */
  draft(tokens: readonly number[], left: number): number[] {
    const most = Math.min(this.#most, left);
    const proposal = most > 0 ? this.#proposer.propose(tokens) : undefined;
    if (proposal === undefined) return [];
    return proposal.tokens(draftLength(this.#rates[rateOf(proposal)], most, this.#decoding));
  }

  /** Updates the grammar's rate by whether its first draft was sampled. */
  updateGrammarRate(isSampled: boolean): void {
    this.#grammarRate += RENEWAL * ((isSampled ? 1 : 0) - this.#grammarRate);
  }

  /** Returns as many of the grammar's drafts as pay, at most `left`. */
  draftFromGrammar<T>(drafts: readonly T[], left: number): T[] {
    const most = Math.min(this.#most, left);
    return most > 0 ? drafts.slice(0, draftLength(this.#grammarRate, most, this.#decoding)) : [];
  }
}

function rateOf({ n }: Proposal): number {
  return Math.floor(Math.log2(n));
}

/** Returns the initial acceptance rate for an n-gram of length `n`: about the rate of texts that copy. */
function firstRate(n: number): number {
  return 0.55 + 0.05 * n;
}

/**
 * Returns the number of draft tokens, at most `most`, with which a step gives the most tokens a second; 0 if no number
 * pays.
 */
export function draftLength(rate: number, most: number, decoding: number): number {
  const speed = (count: number): number => {
    // The token after a draft counts only if all drafts before it were accepted.
    const tokens = Array.from({ length: count + 1 }, (_, i) => rate ** i).reduce((sum, chance) => sum + chance, 0);
    return (decoding - 1 + tokens) / (1 + (decoding - 1 + count) * ROW_COST);
  };
  let [best, least] = [0, speed(0) * MIN_GAIN];
  for (const count of LENGTHS) {
    if (count > most || speed(count) <= least) continue;
    [best, least] = [count, speed(count)];
  }
  return best;
}
