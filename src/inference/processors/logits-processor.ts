/** Input of a processor before a token is sampled. */
export interface ProcessorContext {
  /** [T] */
  promptIds: Uint32Array;
  /** The answer so far. */
  outputIds: readonly number[];
  /** One more than the largest id. */
  vocabSize: number;
  /** Every id that could end the answer. */
  stopIds: readonly number[];
  /** Arguments from the request. */
  args: readonly unknown[];
  kwargs: Readonly<Record<string, unknown>>;
  /** The request's `vllm_xargs`. */
  extraArgs: Readonly<Record<string, unknown>>;
}

/** Edits of the next token's logits. No other processor can allow an id again that one has forbidden. */
export interface ProcessorEdits {
  /** (id, finite number to add). */
  bias?: Iterable<readonly [number, number]>;
  /** Ids that cannot be sampled. */
  forbid?: Iterable<number>;
  /** The only ids that can be sampled. */
  allow?: Iterable<number>;
}

/** A function called once per sampled token, in the compute process. Null or undefined changes nothing. */
export type LogitsProcessor = (context: ProcessorContext) => ProcessorEdits | null | undefined;

/** A built-in processor, with a check of its arguments. */
export interface ShippedProcessor {
  /** Describes what is wrong with a request's arguments and what is allowed; null if they are valid. */
  fault(args: readonly unknown[], kwargs: Readonly<Record<string, unknown>>): string | null;
  process: LogitsProcessor;
}

/** Returns argument `name` of a processor: from `kwargs`, else from `args` at `place`, else `usual`. */
export function argument(
  { args, kwargs }: { args: readonly unknown[]; kwargs: Readonly<Record<string, unknown>> },
  place: number,
  name: string,
  usual: number,
): number {
  return (kwargs[name] ?? args[place] ?? usual) as number;
}

/** Describes the first argument that the processor does not know; null if there is none. */
export function unknownArgument(
  args: readonly unknown[],
  kwargs: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | null {
  const known = `the arguments are ${names.join(' and ')}`;
  if (args.length > names.length) return `${args.length} args are too many; ${known}`;
  const unknown = Object.keys(kwargs).find((key) => !names.includes(key));
  return unknown === undefined ? null : `it has no argument ${JSON.stringify(unknown)}; ${known}`;
}
