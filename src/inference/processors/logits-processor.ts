/** What a processor may read before a token is sampled. */
export interface ProcessorContext {
  /** [T] */
  promptIds: Uint32Array;
  /** The answer so far. */
  outputIds: readonly number[];
  /** Ids are below it. */
  vocabSize: number;
  /** Every id that could end the answer. */
  stopIds: readonly number[];
  /** As the request gives them with the processor's name. */
  args: readonly unknown[];
  kwargs: Readonly<Record<string, unknown>>;
  /** The request's `vllm_xargs`. */
  extraArgs: Readonly<Record<string, unknown>>;
}

/** What is to be done to the logits of the next token; an id that is forbidden once stays forbidden. */
export interface ProcessorEdits {
  /** (id, finite number to add). */
  bias?: Iterable<readonly [number, number]>;
  /** Ids that cannot be sampled. */
  forbid?: Iterable<number>;
  /** The only ids that can be sampled. */
  allow?: Iterable<number>;
}

/** Called once for each token that is sampled, in the compute process. Nothing returned changes nothing. */
export type LogitsProcessor = (context: ProcessorContext) => ProcessorEdits | null | undefined;

/** A processor that comes with the server. */
export interface ShippedProcessor {
  /** What is wrong with a request's arguments and what is allowed, or null. */
  fault(args: readonly unknown[], kwargs: Readonly<Record<string, unknown>>): string | null;
  process: LogitsProcessor;
}
