import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Statistics of one pipeline: numbers and texts by the driver's names. */
export interface PipelineStatistics {
  numbers: Record<string, number>;
  texts: Record<string, string>;
}

/** The file that test/null-gpu/statistics-layer.c appends to. */
export class StatisticsFile {
  readonly #path: string;
  #read = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the statistics appended since the last call, or undefined if no pipeline was compiled. */
  next(): PipelineStatistics | undefined {
    const size = existsSync(this.#path) ? statSync(this.#path).size : 0;
    if (size === this.#read) return undefined;
    const bytes = Buffer.alloc(size - this.#read);
    const file = openSync(this.#path, 'r');
    readSync(file, bytes, 0, bytes.length, this.#read);
    closeSync(file);
    this.#read = size;
    return parseStatistics(bytes);
  }
}

export function parseStatistics(bytes: Buffer): PipelineStatistics {
  const found: PipelineStatistics = { numbers: {}, texts: {} };
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const [kind, name, value] = bytes.toString('utf8', at, end).split('\t');
    at = end + 1;
    if (kind === 'statistic') {
      found.numbers[name] = Number(value);
    } else {
      const after = at + Number(value);
      found.texts[name] = bytes.toString('utf8', at, after);
      at = after + 1;
    }
  }
  return found;
}
