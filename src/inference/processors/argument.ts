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
