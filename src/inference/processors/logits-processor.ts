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

/** Argument `name` of a processor: from the named ones, else by its place, else `usual`. */
export function argument(
  { args, kwargs }: { args: readonly unknown[]; kwargs: Readonly<Record<string, unknown>> },
  place: number,
  name: string,
  usual: number,
): number {
  return (kwargs[name] ?? args[place] ?? usual) as number;
}

/** The first argument that the processor does not know, in words, or null. */
export function unknownArgument(
  args: readonly unknown[],
  kwargs: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | null {
  const known = `its arguments are ${names.join(' and ')}`;
  if (args.length > names.length) return `${args.length} args are too many; ${known}`;
  const unknown = Object.keys(kwargs).find((key) => !names.includes(key));
  return unknown === undefined ? null : `it has no argument ${JSON.stringify(unknown)}; ${known}`;
}
