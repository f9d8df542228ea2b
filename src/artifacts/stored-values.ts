import type { FileHandle } from 'node:fs/promises';
import { notFound } from './storage-error.ts';

/** Location of a JSON value in a file. */
export interface ValueSpan {
  /** Cursor from which the next page continues. */
  id: string;
  /** Offset in bytes; `length` is in bytes too. */
  at: number;
  length: number;
}

/**
 * Values to find: those after `after`, or from the start; at most `count`, and at most `bytes` of them unless the first
 * alone has more.
 */
interface ValuesWanted {
  after: string | null;
  count: number;
  bytes: number;
}

interface ValuesFound {
  values: ValueSpan[];
  /** Whether more values follow. */
  more: boolean;
}

const CHUNK = 2 ** 18;
const [NEWLINE, QUOTE, BACKSLASH, COMMA, OPEN, OPEN_LIST, CLOSE, CLOSE_LIST] = [...'\n"\\,{[}]'].map((character) =>
  character.charCodeAt(0),
);

/**
 * Finds the lines of a file; the id of a line is its offset. No line is parsed or held in memory, since lines may be of
 * any length. Throws `not_found` if no line begins at `after`.
 */
export async function findLines(handle: FileHandle, wanted: ValuesWanted): Promise<ValuesFound> {
  const { after } = wanted;
  return some(linesFrom(handle, after === null ? 0 : await beginOf(handle, after)), wanted);
}

/**
 * Finds the values of the one list that a file holds; the id of a value is its index. No value is parsed or held in
 * memory. Throws `not_found` for an index that the list does not have.
 */
export async function findListed(handle: FileHandle, wanted: ValuesWanted): Promise<ValuesFound> {
  const { after } = wanted;
  if (after !== null && !/^\d{1,9}$/.test(after)) throw notFound('cursor', after);
  return some(valuesOfList(handle), wanted);
}

/** Yields the bytes of a value, as they are in the file. */
export async function* bytesOf(handle: FileHandle, { at, length }: ValueSpan): AsyncGenerator<Buffer, void, void> {
  yield* chunksOf(handle, at, at + length);
}

async function some(values: AsyncGenerator<ValueSpan>, { after, count, bytes }: ValuesWanted): Promise<ValuesFound> {
  const found: ValueSpan[] = [];
  let total = 0;
  let begun = after === null;
  for await (const value of values) {
    if (!begun) {
      begun = value.id === after;
      continue;
    }
    total += value.length;
    if (found.length === count || (found.length > 0 && total > bytes)) return { values: found, more: true };
    found.push(value);
  }
  if (!begun) throw notFound('cursor', after as string);
  return { values: found, more: false };
}

/** Returns the offset of a cursor. Throws `not_found` unless a line begins there. */
async function beginOf(handle: FileHandle, cursor: string): Promise<number> {
  const at = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  const { size } = await handle.stat();
  if (!(at < size)) throw notFound('cursor', cursor);
  if (at === 0) return at;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at - 1);
  if (buffer[0] !== NEWLINE) throw notFound('cursor', cursor);
  return at;
}

async function* linesFrom(handle: FileHandle, start: number): AsyncGenerator<ValueSpan> {
  let at = start;
  let chunkAt = start;
  for await (const chunk of chunksOf(handle, start)) {
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, end + 1)) {
      yield { id: String(at), at, length: chunkAt + end - at };
      at = chunkAt + end + 1;
    }
    chunkAt += chunk.length;
  }
}

/** Yields the values of a list, which is known to be JSON: this server wrote it. */
async function* valuesOfList(handle: FileHandle): AsyncGenerator<ValueSpan> {
  let [place, depth, at, chunkAt] = [0, 0, 0, 0];
  let [inString, escaped, any] = [false, false, false];
  for await (const chunk of chunksOf(handle, 0)) {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      const ends = depth === 1 && (byte === COMMA || byte === CLOSE_LIST);
      if (ends && any) yield { id: String(place++), at, length: chunkAt + i - at };
      if (ends || (depth === 0 && byte === OPEN_LIST)) [at, any] = [chunkAt + i + 1, false];
      else if (byte > 0x20) any = true;
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
    }
    chunkAt += chunk.length;
  }
}

/** Yields the bytes in [start, end). Uses no stream, since each would leave its listeners on the handle. */
async function* chunksOf(
  handle: FileHandle,
  start: number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer, void, void> {
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK, end - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
