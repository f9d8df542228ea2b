/** Parses a comma-separated list of names, without duplicates. A backslash escapes the next character. */
export function metricNames(list: string): string[] {
  const names = list.match(/(?:[^,\\]|\\.)+/gs) ?? [];
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/gs, '$1')))];
}
