import type { AnswerEnds, Grammar, GrammarConstraint } from '../grammar.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';

/**
 * Where a thread finds the tokenizer: a model's folder or file. V is the size of the model's vocabulary, `marks` are the
 * special tokens that some answers may have.
 */
export interface ModelTokens {
  path: string;
  V: number;
  marks?: readonly string[];
}

/** How a thread lets others go first. */
export interface Manners {
  /** See `giveWay`. */
  niceness: number;
  /** For how long it rests after each moment that it compiles during a step: see `StepGate`. Null: it does not wait for steps. */
  restMs: number | null;
}

export const EAGER: Manners = { niceness: 0, restMs: null };

/** What a thread is given as it begins. */
export interface ThreadData extends Manners {
  /** The words of a `StepGate`. */
  gate: Int32Array<SharedArrayBuffer>;
}

/** What beside the grammar decides which tokens may come. */
export type HeldTokens = AnswerEnds & Pick<GrammarConstraint, 'markers'>;

/** What a thread of grammars is asked; each is answered by one `ThreadAnswer` of the same number, in order. */
export type ThreadJob =
  /** Reads the vocabulary, or takes the one that another thread has read. */
  | { kind: 'vocabulary'; tokens: ModelTokens; vocabulary: Vocabulary | null }
  /** Finds out whether a grammar compiles, or gives up where that takes longer than `withinMs`. */
  | { kind: 'check'; grammar: Grammar; withinMs?: number }
  /** Begins an answer, or begins it again after `tokens`. */
  | { kind: 'open'; session: number; grammar: Grammar; held: HeldTokens; tokens: number[] }
  | { kind: 'accept'; session: number; token: number };

/** What a thread is told: a job to answer, or an answer under way of which nothing more will be asked. */
export type ThreadOrder = { number: number; job: ThreadJob } | { forget: number };

/** `ownMs`: what the thread has worked since it began. */
export interface ThreadReport {
  number: number;
  answer: ThreadAnswer;
  ownMs: number;
}

export type ThreadAnswer =
  | { vocabulary: Vocabulary }
  /** [ceil(V / 32)] the tokens that may come next. */
  | { mask: Uint32Array }
  /** Whether that was found out. */
  | { done: boolean }
  /** A sentence for whoever asked for the grammar, or what went wrong inside. */
  | { error: string; refused: boolean };
