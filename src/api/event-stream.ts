import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Proxies and clients drop connections that stay silent; a comment line keeps them open. */
const keepAliveMs = 15_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Reverse proxies would otherwise collect the stream before they pass it on.
  'x-accel-buffering': 'no',
};

export interface EventReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  stream: AsyncIterable<unknown>;
}

/**
 * Sends one server-sent event for each item, then `[DONE]`. The source is asked for the next item only when the client
 * has taken the last ones, and is closed when the client goes. A fault of the source becomes a last event of `onError`.
 */
export async function sendEvents(
  response: ServerResponse,
  reply: EventReply,
  onError: (error: unknown) => unknown,
): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers, ...streamHeaders });
  response.flushHeaders();
  response.socket?.setNoDelay(true);
  const keepAlive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, keepAliveMs);
  try {
    for await (const event of reply.stream) {
      await write(response, event);
      if (response.destroyed) return;
    }
  } catch (error) {
    await write(response, onError(error));
  } finally {
    clearInterval(keepAlive);
    response.end('data: [DONE]\n\n');
  }
}

async function write(response: ServerResponse, event: unknown): Promise<void> {
  if (response.destroyed || response.write(`data: ${JSON.stringify(event)}\n\n`)) return;
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
