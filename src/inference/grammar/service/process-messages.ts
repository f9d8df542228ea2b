import type { AnswerEnds, Grammar, GrammarConstraint } from '../grammar.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';

/** Stop tokens and markers, which affect the mask besides the grammar. */
export type AllowedEnds = AnswerEnds & Pick<GrammarConstraint, 'markers'>;

/** Job of a grammar process, which runs one at a time, in order. `model` is the number of a tokenizer sent before. */
export type GrammarJob =
  /** Compiles a grammar and computes its first mask. */
  | { kind: 'compile'; model: number; grammar: Grammar }
  /** Opens a session, or reopens it after `tokens`. */
  | { kind: 'open'; session: number; model: number; grammar: Grammar; ends: AllowedEnds; tokens: number[] }
  | AcceptJob;

/**
 * Job that advances a session by `tokens`. If `drafts` is not null, it also computes the masks after those drafts that
 * the grammar allows, and after forced tokens.
 */
export interface AcceptJob {
  kind: 'accept';
  session: number;
  tokens: number[];
  drafts: number[] | null;
}

/** Draft token that the grammar allows, with the mask after it. */
export interface DraftedToken {
  token: number;
  mask: Uint32Array;
}

/** Message to a grammar process: a job with its time limit, a model's tokenizer, or the number of a closed session. */
export type ProcessOrder =
  | { job: GrammarJob; withinMs: number }
  | { model: number; tokenizer: TokenizerInfo }
  | { forget: number };

export type JobAnswer =
  | { kind: 'compiled' }
  /**
   * Bitmask [ceil(V / 32)] of the next token. `drafts` is null if they exceeded the time or memory limit. The process
   * has then dropped the grammar, and the caller should not request drafts for it again.
   */
  | { kind: 'mask'; mask: Uint32Array; drafts: DraftedToken[] | null }
  /** The job timed out, and the process has dropped the grammar and its sessions. */
  | { kind: 'late' }
  /** The session does not exist, because its grammar has been dropped. */
  | { kind: 'unknown' }
  /** The grammar is refused. `why` is a message for the client. */
  | { kind: 'refused'; why: string }
  /** Internal error. */
  | { kind: 'failed'; why: string };

/** Message from a grammar process: `ready` once, then an answer to each job. `rss` is its resident memory in bytes. */
export type ProcessReport = 'ready' | { answer: JobAnswer; rss: number };
