/** Metrics as Prometheus reads them. */
export interface Exposition {
  /** Type of each metric, from its `# TYPE` line. */
  types: ReadonlyMap<string, string>;
  /** Returns the value of one series, with labels in any order. NaN if there is no such series. */
  value(name: string, labels: Record<string, string>): number;
}

const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)",?/gy;

/** Reads Prometheus' text format 0.0.4. Throws on an invalid line and on a duplicate series. */
export function parseExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const values = new Map<string, number>();
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [mark, kind, name, rest] = line.split(' ');
    if (mark === '#') {
      if (kind === 'TYPE') types.set(name, rest);
      continue;
    }
    const found = sample.exec(line);
    if (found === null) throw new Error(`no sample: ${line}`);
    const [, metric, labels = '', value] = found;
    const id = seriesOf(metric, readLabels(labels, line));
    if (values.has(id)) throw new Error(`twice: ${line}`);
    const base = metric.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(metric) && !types.has(base)) throw new Error(`of no type: ${line}`);
    values.set(id, readNumber(value, line));
  }
  return { types, value: (name, labels) => values.get(seriesOf(name, labels)) ?? Number.NaN };
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  for (let at = 0; at < text.length; at = label.lastIndex) {
    const found = label.exec(text);
    if (found === null) throw new Error(`no label at ${text.slice(at)}: ${line}`);
    labels[found[1]] = found[2];
  }
  return labels;
}

function readNumber(text: string, line: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (Number.isNaN(value) && text !== 'Nan') throw new Error(`no number: ${line}`);
  return value;
}

function seriesOf(name: string, labels: Record<string, string>): string {
  return JSON.stringify([name, Object.entries(labels).toSorted()]);
}
