import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { FinishCause, GeneratedToken, GenerateRequest, PromptReport } from '../inference/generate-request.ts';
import type { WorkerErrorCode } from '../worker/protocol.ts';

/**
 * A message from a replica to a worker. Each call has a unique id, and gets a new one when another worker takes it
 * over.
 */
export type WorkerRequest =
  | ({ kind: 'generate'; request: GenerateRequest } & Offer)
  | ({ kind: 'search'; request: BeamRequest } & Offer)
  /** Stops a call whose caller has left. If `call` is empty, `replica` and `number` identify it. */
  | { kind: 'cancel'; call: string; replica?: string; number?: number }
  /**
   * Asks for everything after the first `have` tokens, which was lost. The answer says whether the worker knows the
   * call.
   */
  | { kind: 'resend'; call: string; have: number }
  /** Everything was received; the worker may forget the call. */
  | { kind: 'done'; call: string };

/** Fields of both `generate` and `search`. */
interface Offer {
  call: string;
  /** Id of the replica that receives the results. */
  replica: string;
  /** Load from which the worker must refuse, since others are less busy; null applies only its own capacity. */
  limit: number | null;
  /** Short id of the call in `packed` tokens, if the replica supports them; absent in older versions. */
  number?: number;
}

/** A worker's immediate answer to `generate` or `search`. `busy`: it is full, or its load has reached `limit`. */
export type CallReply = { accepted: true } | { accepted: false; reason: 'busy' | 'draining' };

/** Outcome of a call. */
export type CallEnd =
  | { kind: 'finished'; cause: FinishCause }
  | { kind: 'found'; report: BeamReport }
  | { kind: 'failed'; code: WorkerErrorCode; message: string };

/** News of one call, from a worker. */
export type CallNews =
  | { kind: 'prompt'; call: string; prompt: PromptReport }
  /** Tokens after the first `from` of this call. */
  | { kind: 'tokens'; call: string; from: number; tokens: GeneratedToken[]; preemptions: number }
  /** End after `tokens` tokens of this call; repeated until the replica sends `done`. */
  | { kind: 'end'; call: string; tokens: number; end: CallEnd };

/** All news from a worker to a replica after one step. */
export interface NewsMessage {
  incarnation: string;
  news: CallNews[];
  /**
   * [tokens, 4] See `PackedTokens`. To be applied before the ends in `news` and after its other entries. Absent if
   * there are none.
   */
  packed?: Float64Array;
}
