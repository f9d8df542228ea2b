import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventIds } from '../contract/any-reply.ts';
import { BrokenContract } from '../contract/broken-contract.ts';

/** Proxies and clients drop connections that stay silent; a comment line keeps them open. */
const keepAliveMs = 15_000;

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Reverse proxies would otherwise collect the stream before they pass it on.
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
 * Sends one server-sent event for each item, with its id where there are any, then `[DONE]`; where the reply is
 * `named`, each is named by its `type`, without `[DONE]`. The source is asked for the next item only when the client
 * has taken the last ones, and is closed when the client goes. A fault of the source becomes a last event of `onError`.
 * `check` sees the JSON of each event; when it throws, the stream ends with that error and a broken connection.
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
  // Without data it is no event, but a client that is cut off before the first one knows where it was.
  if (reply.ids !== undefined) response.write(`id: ${reply.ids.start}\n\n`);
  const keepAlive = setInterval(() => {
    // One that has not taken the last bytes is not kept alive: it is to be found stalled.
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

/** Whether the error event itself is not one of the contract; `check` has recorded that. */
function isBroken(check: ((json: string) => void) | null, json: string): boolean {
  try {
    check?.(json);
    return false;
  } catch {
    return true;
  }
}

/** The lines of an event before its data. */
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
