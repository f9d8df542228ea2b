import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/** Chunks passed on directly in one iteration of the event loop; more than a well-behaved client sends. */
const freeChunks = 64;
/** From `manyChunks` chunks on, the average must be at least `minAverageChunkBytes`. JSON sent by word meets that. */
export const manyChunks = 4_096;
export const minAverageChunkBytes = 4;

/**
 * Bounds the cost of a chunked body, whoever reads it. Node creates a buffer and an event per chunk, however small, and
 * reads on while there are bytes. So after a few chunks, the socket waits for the next iteration of the event loop. The
 * chunks read until then are passed on as one buffer. A body of very many tiny chunks is refused by one call of
 * `refuse`. Call this before the first chunk arrives.
 */
export function boundChunks(request: IncomingMessage, refuse: (error: ApiError) => void): void {
  const { socket } = request;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  let inTurn = 0;
  let held: Buffer[] = [];
  let isRefused = false;

  const pushHeld = (): boolean => {
    if (held.length === 0) return true;
    const whole = Buffer.concat(held);
    held = [];
    return push(whole);
  };
  const nextTurn = (): void => {
    const isPaused = inTurn > freeChunks;
    inTurn = 0;
    // If the reader has enough for now, it resumes the socket itself.
    if (isPaused && !isRefused && pushHeld()) socket.resume();
  };
  const add = (chunk: Buffer): boolean => {
    chunks += 1;
    bytes += chunk.length;
    if (chunks >= manyChunks && bytes < chunks * minAverageChunkBytes) {
      isRefused = true;
      held = [];
      refuse(tooSmall());
      return false;
    }
    inTurn += 1;
    if (inTurn === 1) setImmediate(nextTurn);
    if (inTurn <= freeChunks) return push(chunk);
    held.push(chunk);
    // Returning false makes Node pause the socket; chunks already read still arrive.
    return false;
  };
  request.push = (chunk: Buffer | null): boolean => {
    if (isRefused) return false;
    if (chunk !== null) return add(chunk);
    pushHeld();
    return push(null);
  };
}

function tooSmall(): ApiError {
  const message = `The body has more than ${manyChunks} chunks of fewer than ${minAverageChunkBytes} bytes on average.`;
  return new ApiError('malformed_request', `${message} Send larger chunks, or all at once with a Content-Length.`);
}
