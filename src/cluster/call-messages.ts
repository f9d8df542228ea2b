import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { FinishCause, GeneratedToken, GenerateRequest, PromptReport } from '../inference/generate-request.ts';
import type { WorkerErrorCode } from '../worker/protocol.ts';

/** What a replica asks of a worker. Each call has an id that no other has, also where it is made again elsewhere. */
export type WorkerRequest =
  | ({ kind: 'generate'; request: GenerateRequest } & Offer)
  | ({ kind: 'search'; request: BeamRequest } & Offer)
  /** Its caller has gone; known by its number where `call` is empty. */
  | { kind: 'cancel'; call: string; replica?: string; number?: number }
  /** What came after the first `have` tokens has been lost, or its end. Answered: whether it knows the call. */
  | { kind: 'resend'; call: string; have: number }
  /** All has come. */
  | { kind: 'done'; call: string };

/** What comes with a `generate` or `search`. */
interface Offer {
  call: string;
  /** Who is told what comes of it. */
  replica: string;
  /** The load at which the worker is to refuse, as others have more room; null leaves it to its places. */
  limit: number | null;
  /** Stands for the call in `packed` tokens, which the replica then takes; absent in older versions. */
  number?: number;
}

/** How a worker answers a `generate` or `search` at once. A `busy` one has no place. */
export type CallReply = { accepted: true } | { accepted: false; reason: 'busy' | 'draining' };

/** How a call ended. */
export type CallEnd =
  | { kind: 'finished'; cause: FinishCause }
  | { kind: 'found'; report: BeamReport }
  | { kind: 'failed'; code: WorkerErrorCode; message: string };

/** What a worker tells of one call. */
export type CallNews =
  | { kind: 'prompt'; call: string; prompt: PromptReport }
  /** Tokens that follow the first `from` of this call. */
  | { kind: 'tokens'; call: string; from: number; tokens: GeneratedToken[]; preemptions: number }
  /** After so many `tokens` of this call. Said again until the replica has said `done`. */
  | { kind: 'end'; call: string; tokens: number; end: CallEnd };

/** All that a worker has to tell a replica after one step. */
export interface NewsMessage {
  incarnation: string;
  news: CallNews[];
  /**
   * [tokens, 4] See `PackedTokens`: they come before the ends of `news` and behind all else. Absent where there are
   * none.
   */
  packed?: Float64Array;
}
