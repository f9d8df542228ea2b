import type { FileHandle } from 'node:fs/promises';
import { writeFileAtomicBy } from './atomic-write.ts';
import { notFound } from './storage-error.ts';

const NEWLINE = 0x0a;

/** One JSON value a line. */
export function* jsonLines(values: Iterable<unknown>): Generator<string, void, void> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/**
 * Writes a file of lines, atomically; others run between two parts of it. Raises `disk_full`, and passes
 * on what `parts` throws.
 */
export async function writeLines(
  path: string,
  parts: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await writeFileAtomicBy(path, async (handle) => {
    for await (const part of parts) await handle.writeFile(part);
  });
}

/** One line of a file, by the byte where it begins. */
export interface Line {
  at: number;
  text: string;
}

/**
 * The lines behind the one that begins at byte `after`, or the first ones: at most `count`, and no more than `bytes` of
 * them but for the first. `more` tells whether others follow. Raises `not_found` where no line begins at `after`.
 */
export async function readLines(
  handle: FileHandle,
  { after, count, bytes }: { after: string | null; count: number; bytes: number },
): Promise<{ lines: Line[]; more: boolean }> {
  const lines: Line[] = [];
  let total = 0;
  for await (const line of linesFrom(handle, after === null ? 0 : await beginOf(handle, after))) {
    if (after !== null && line.at === Number(after)) continue;
    total += line.text.length;
    if (lines.length === count || (lines.length > 0 && total > bytes)) return { lines, more: true };
    lines.push(line);
  }
  return { lines, more: false };
}

/** Raises `not_found` unless a line begins there. */
async function beginOf(handle: FileHandle, cursor: string): Promise<number> {
  const at = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  const { size } = await handle.stat();
  if (!(at < size)) throw notFound('cursor', cursor);
  if (at === 0) return at;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at - 1);
  if (buffer[0] !== NEWLINE) throw notFound('cursor', cursor);
  return at;
}

async function* linesFrom(handle: FileHandle, start: number): AsyncGenerator<Line> {
  let at = start;
  let parts: Buffer[] = [];
  const source = handle.createReadStream({ start, autoClose: false, highWaterMark: 1 << 18 });
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, end)]);
      yield { at, text: line.toString('utf8') };
      at += line.length + 1;
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
}
