import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/** Chunks that go on as they come in one turn of the event loop: more than a client sends that means well. */
const freeChunks = 64;
/** From so many chunks on, they must have `leastBytes` each on average. JSON that is sent word by word has. */
export const manyChunks = 4_096;
export const leastBytes = 4;

/**
 * Bounds what a body in chunks may cost, whoever reads it. Node makes a buffer and an event of each chunk, however
 * small, and reads on as long as bytes are there. So after a few chunks the socket waits for the next turn of the event
 * loop, and what had been read of it goes on as one buffer. A body of very many very small chunks is refused, by one
 * call of `refuse`. To be called before the first chunk is there.
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
    // Where the reader has enough for now, it resumes the socket itself.
    if (isPaused && !isRefused && pushHeld()) socket.resume();
  };
  const add = (chunk: Buffer): boolean => {
    chunks += 1;
    bytes += chunk.length;
    if (chunks >= manyChunks && bytes < chunks * leastBytes) {
      isRefused = true;
      held = [];
      refuse(tooSmall());
      return false;
    }
    inTurn += 1;
    if (inTurn === 1) setImmediate(nextTurn);
    if (inTurn <= freeChunks) return push(chunk);
    held.push(chunk);
    // Node pauses the socket at that; what it has read already still comes.
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
  const message = `The body has more than ${manyChunks} chunks of fewer than ${leastBytes} bytes on average.`;
  return new ApiError('malformed_request', `${message} Send larger chunks, or all at once with a Content-Length.`);
}
