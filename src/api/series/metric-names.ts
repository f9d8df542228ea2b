/** The names of a list with commas between, each once. A backslash keeps what comes behind it from being one. */
export function metricNames(list: string): string[] {
  const names = list.match(/(?:[^,\\]|\\.)+/gs) ?? [];
  return [...new Set(names.map((name) => name.replaceAll(/\\(.)/gs, '$1')))];
}
