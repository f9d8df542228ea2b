import type { AnswerEnds, Grammar, GrammarConstraint } from '../grammar.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';

/** What beside the grammar decides which tokens may come. */
export type AllowedEnds = AnswerEnds & Pick<GrammarConstraint, 'markers'>;

/**
 * What a grammar process is asked, all in order, one job at a time. `model` is the number of a tokenizer that it was
 * sent.
 */
export type GrammarJob =
  /** Finds out whether a grammar compiles; its first step is part of that. */
  | { kind: 'compile'; model: number; grammar: Grammar }
  /** Begins an answer, or begins it again after `tokens`. */
  | { kind: 'open'; session: number; model: number; grammar: Grammar; ends: AllowedEnds; tokens: number[] }
  | AcceptJob;

/**
 * Goes on by `tokens`, and where `drafts` is not null finds out what may come after these, as far as they are in the
 * grammar, and after tokens that it leaves no choice of.
 */
export interface AcceptJob {
  kind: 'accept';
  session: number;
  tokens: number[];
  drafts: number[] | null;
}

/** A token that may come, and what may come after it. */
export interface DraftedToken {
  token: number;
  mask: Uint32Array;
}

/**
 * What a grammar process is sent: a job and its time, a tokenizer, or a session of which nothing more will be asked.
 */
export type ProcessOrder =
  | { job: GrammarJob; withinMs: number }
  | { model: number; tokenizer: TokenizerInfo }
  | { forget: number };

export type JobAnswer =
  | { kind: 'compiled' }
  /**
   * [ceil(V / 32)] the tokens that may come next. `drafts` is null where they took too long or too much: all of the
   * grammar was dropped, and it should not be asked for any again.
   */
  | { kind: 'mask'; mask: Uint32Array; drafts: DraftedToken[] | null }
  /** It was broken off after its time, and all of that grammar dropped. */
  | { kind: 'late' }
  /** The session is not there: its grammar was dropped meanwhile. */
  | { kind: 'unknown' }
  /** A sentence for whoever asked for the grammar. */
  | { kind: 'refused'; why: string }
  /** What should not happen. */
  | { kind: 'failed'; why: string };

/** What a grammar process sends: that it is there, then an answer to each job, with its resident memory in bytes. */
export type ProcessReport = 'ready' | { answer: JobAnswer; rss: number };
