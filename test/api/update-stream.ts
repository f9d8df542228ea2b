/** An event of the stream of changes, and its id. */
export interface UpdateEvent {
  id: string;
  data: { type: string; id: string | null; model_id: string | null; cursor: string };
}

export interface UpdateStream {
  /** All events so far. */
  events: UpdateEvent[];
  /** The last id received, with or without an event. */
  readonly lastId: string | null;
  /** Resolves when the events so far satisfy `isEnough`. Rejects if the stream ends before. */
  until(isEnough: (events: readonly UpdateEvent[]) => boolean): Promise<void>;
  /** Resolves when the stream has ended, with or without an error. */
  ended: Promise<void>;
  close(): void;
}

/** Follows the stream of changes. Resolves when the server has answered; rejects with the status of a refusal. */
export async function followUpdates(
  baseUrl: string,
  key: string,
  { after, lastEventId }: { after?: string; lastEventId?: string } = {},
): Promise<UpdateStream> {
  const gone = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
  const query = after === undefined ? '' : `?after=${after}`;
  const response = await fetch(`${baseUrl}/preview/updates${query}`, { headers, signal: gone.signal });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  const events: UpdateEvent[] = [];
  const waiting = new Set<() => void>();
  let lastId: string | null = null;
  let isOver = false;

  const read = async () => {
    let rest = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + part).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const { id, data } = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/, 2)));
        if (id !== undefined) lastId = id;
        if (data !== undefined && data !== '[DONE]') events.push({ id, data: JSON.parse(data) });
      }
      for (const look of waiting) look();
    }
  };
  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      for (const look of waiting) look();
    });
  const until = (isEnough: (so: readonly UpdateEvent[]) => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (isEnough(events)) resolve();
      else if (isOver) reject(new Error(`the stream ended after ${events.length} events`));
      else return;
      waiting.delete(look);
    };
    waiting.add(look);
    look();
    return promise;
  };
  return {
    events: events,
    get lastId() {
      return lastId;
    },
    until,
    ended,
    close: () => gone.abort(),
  };
}
