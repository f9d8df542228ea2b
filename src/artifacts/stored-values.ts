import type { FileHandle } from 'node:fs/promises';
import { notFound } from './storage-error.ts';

/** Where a JSON value lies in a file. */
export interface ValueSpan {
  /** What a page goes on from. */
  id: string;
  /** In bytes. */
  at: number;
  length: number;
}

/**
 * The values behind `after`, or the first ones: at most `count`, and no more than `bytes` of them but for the first.
 */
interface ValuesWanted {
  after: string | null;
  count: number;
  bytes: number;
}

interface ValuesFound {
  values: ValueSpan[];
  /** Whether others follow. */
  more: boolean;
}

const CHUNK = 2 ** 18;
const [NEWLINE, QUOTE, BACKSLASH, COMMA, OPEN, OPEN_LIST, CLOSE, CLOSE_LIST] = [...'\n"\\,{[}]'].map((character) =>
  character.charCodeAt(0),
);

/**
 * Finds the lines of a file, whose ids are the bytes where they begin. None is parsed, or held in memory: they may be
 * of any length. Raises `not_found` where no line begins at `after`.
 */
export async function findLines(handle: FileHandle, wanted: ValuesWanted): Promise<ValuesFound> {
  const { after } = wanted;
  return some(linesFrom(handle, after === null ? 0 : await beginOf(handle, after)), wanted);
}

/**
 * Finds the values of the one list that a file holds, whose ids are their places in it. None is parsed, or held in
 * memory. Raises `not_found` for a place that the list has not.
 */
export async function findListed(handle: FileHandle, wanted: ValuesWanted): Promise<ValuesFound> {
  const { after } = wanted;
  if (after !== null && !/^\d{1,9}$/.test(after)) throw notFound('cursor', after);
  return some(valuesOfList(handle), wanted);
}

/** The bytes of the values, each as they lie in the file. */
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

/** The list is known to be JSON: it was written by this server. */
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

/** The bytes from `start` to before `end`. No stream reads them: each would leave its listeners on the handle. */
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
