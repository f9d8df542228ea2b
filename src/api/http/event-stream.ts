import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventIds } from '../contract/any-reply.ts';
import { BrokenContract } from '../contract/broken-contract.ts';

/** Proxies and clients drop connections that stay silent; a comment line keeps them open. */
const keepAliveMs = 15_000;

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Keeps reverse proxies from buffering the stream.
  'x-accel-buffering': 'no',
};

interface EventReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  stream: AsyncIterable<unknown>;
  ids?: EventIds;
  named?: true;
}

/**
 * Sends each item as a server-sent event, with its id if there are ids, then `[DONE]`. In a `named` reply, events are
 * named by their `type`, and there is no `[DONE]`. The next item is requested only once the client has taken the last
 * ones; the source is closed when the client disconnects. An error of the source becomes a last event, from `onError`.
 * `check` gets the JSON of each event; if it throws, the stream ends with that error and a closed connection.
 */
export async function sendEvents(
  response: ServerResponse,
  reply: EventReply,
  onError: (error: unknown) => unknown,
  check: ((json: string) => void) | null,
): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  // Without data this is not an event, but it tells a client that is cut off before the first event where to resume.
  if (reply.ids !== undefined) response.write(`id: ${reply.ids.start}\n\n`);
  const keepAlive = setInterval(() => {
    // A client that has not read the last bytes is not kept alive, so that it is detected as stalled.
    if (response.writableLength === 0) response.write(': keep-alive\n\n');
  }, keepAliveMs);
  let broken = false;
  try {
    for await (const event of reply.stream) {
      const json = JSON.stringify(event);
      check?.(json);
      await write(response, json, headOf(reply, event));
      if (response.destroyed) return;
    }
  } catch (error) {
    broken = error instanceof BrokenContract;
    const event = onError(error);
    const json = JSON.stringify(event);
    if (!broken) broken = isBroken(check, json);
    await write(response, json, headOf({ named: reply.named }, event));
  } finally {
    clearInterval(keepAlive);
    if (broken) response.socket?.destroySoon();
    else response.end(reply.named ? undefined : 'data: [DONE]\n\n');
  }
}

/** Returns whether the error event itself violates the contract; `check` has recorded that. */
function isBroken(check: ((json: string) => void) | null, json: string): boolean {
  try {
    check?.(json);
    return false;
  } catch {
    return true;
  }
}

/** Returns the lines of an event that precede its data. */
function headOf({ ids, named }: Pick<EventReply, 'ids' | 'named'>, event: unknown): string {
  const id = ids === undefined ? '' : `id: ${ids.of(event)}\n`;
  return named ? `${id}event: ${(event as { type?: string }).type ?? 'error'}\n` : id;
}

async function write(response: ServerResponse, json: string, head: string): Promise<void> {
  if (response.destroyed || response.write(`${head}data: ${json}\n\n`)) return;
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  try {
    await once(response, 'drain', { signal: gone.signal });
  } catch {
    // The client has gone, which the caller sees by `destroyed`.
  } finally {
    response.off('close', onClose);
  }
}
