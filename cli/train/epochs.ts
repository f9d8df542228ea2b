import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cleanly } from '../files/whole.ts';

/**
 * Passes `use` a file that repeats the lines of this one `epochs` times, since a job goes over its data once. The file
 * is deleted when `use` ends, or a signal ends the process.
 */
export async function writeEpochs<T>(path: string, epochs: number, use: (path: string) => Promise<T>): Promise<T> {
  if (epochs === 1) return use(path);
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-epochs-'));
  return cleanly(
    async () => {
      const all = join(folder, 'train.jsonl');
      await pipeline(repeated(path, epochs), createWriteStream(all));
      return use(all);
    },
    () => rmSync(folder, { recursive: true, force: true }),
  );
}

async function* repeated(path: string, times: number): AsyncGenerator<Buffer> {
  for (let time = 0; time < times; time++) {
    let last = 0;
    for await (const piece of createReadStream(path)) {
      last = (piece as Buffer).at(-1) ?? last;
      yield piece as Buffer;
    }
    if (last !== 0x0a) yield Buffer.from('\n');
  }
}
