import { Store } from '../shell/store.ts';
import { queries } from './connection.ts';
import { request } from './request.ts';
import { untilSilent } from './until-silent.ts';

/** State of the page's update stream. */
export type Liveness = 'connecting' | 'live' | 'polling';
export const liveness = new Store<Liveness>('connecting');

interface Update {
  type: 'run' | 'job' | 'checkpoint' | 'log' | 'artifact' | 'model' | 'reset';
  id?: string;
  model_id?: string | null;
  cursor: string;
}

type Message = { update: Update } | { cursor: string } | { liveness: Liveness } | { hello: true };

/** Operations whose results a change of each kind invalidates. */
const touched: Record<Exclude<Update['type'], 'reset'>, readonly string[]> = {
  run: ['listRuns', 'getRun', 'getRunSeries', 'listRunMetrics', 'listRunHistory'],
  job: [
    'listTrainingJobs',
    'getTrainingJob',
    'listTrainingJobEvents',
    'listRuns',
    'getRun',
    'getStats',
    'listJobGroups',
  ],
  checkpoint: ['listCheckpoints', 'listServedModels', 'listTrajectories'],
  log: ['listLogs', 'listTrajectories'],
  artifact: ['listArtifacts', 'getArtifact'],
  model: ['listModels', 'getModel', 'listServedModels', 'listRuns'],
};

const flushMs = 400;
const pollMs = 5_000;
/** More than two of the server's keep-alive intervals of 15 s. */
const silentMs = 40_000;

/** Operations to refetch at the next flush. */
const due = new Set<string>();
let flushing = false;

function note(update: Update): void {
  const ids = update.type === 'reset' ? Object.values(touched).flat() : touched[update.type];
  for (const id of ids ?? []) due.add(id);
  if (!flushing) void flush();
}

/** Refetches in one round at a time, so that frequent updates never cancel a pending refetch. */
async function flush(): Promise<void> {
  flushing = true;
  while (due.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, flushMs));
    const ids = new Set(due);
    due.clear();
    await queries.invalidateQueries({ predicate: ({ queryKey }) => ids.has(operationOf(queryKey)) });
  }
  flushing = false;
}

const operationOf = (key: readonly unknown[]) => (key[0] as { _id?: string } | undefined)?._id ?? '';

/**
 * Keeps the page up to date until the signal aborts. Of all tabs of `who`, one holds the stream and notifies the
 * others. Without a stream, each tab polls.
 */
export function followUpdates(who: string, signal: AbortSignal): void {
  const name = `daybreak-updates:${who}`;
  const channel = new BroadcastChannel(name);
  let leads = false;
  // Shared with every tab, so that the next leader continues at the same cursor.
  let cursor = '';
  const receive = (message: Message) => {
    if ('update' in message) {
      cursor = message.update.cursor;
      note(message.update);
    } else if ('cursor' in message) cursor = message.cursor;
    else if ('liveness' in message) liveness.set(message.liveness);
    else if (leads) for (const part of [{ liveness: liveness.value }, { cursor }]) channel.postMessage(part);
  };
  const tell = (message: Message) => {
    receive(message);
    channel.postMessage(message);
  };
  channel.onmessage = ({ data }) => receive(data as Message);
  channel.postMessage({ hello: true } satisfies Message);
  const poll = setInterval(() => {
    const wants = liveness.value !== 'live' && document.visibilityState === 'visible';
    if (wants) note({ type: 'reset', cursor });
  }, pollMs);
  signal.addEventListener('abort', () => {
    clearInterval(poll);
    channel.close();
  });
  const lead = () => {
    leads = true;
    return readForever(() => cursor, tell, signal);
  };
  // Web Locks exist only in secure contexts. Without them, each tab would hold a stream and tabs could use up all
  // connections.
  if ('locks' in navigator) navigator.locks.request(name, { signal }, lead).catch(() => {});
  else liveness.set('polling');
}

async function readForever(cursor: () => string, tell: (message: Message) => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await readStream(cursor(), signal, (message) => {
        tell(message);
        failures = 0;
      });
    } catch {
      // Retried below, after a pause.
    }
    if (signal.aborted) return;
    tell({ liveness: 'polling' });
    await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)));
  }
}

/** Delay before a retry: two seconds for a minute, as long as a restart may take, then longer. */
const pauseMs = (failures: number) => Math.min(failures < 30 ? 2_000 : 15_000, 500 * 2 ** failures);

/** Reads one stream until it ends. */
async function readStream(after: string, signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
  const headers = { accept: 'text/event-stream' };
  const response = await request(`/v1/preview/updates${query}`, { headers, signal });
  if (!response.ok || response.body === null) throw new Error(`updates: ${response.status}`);
  // Headers alone prove nothing, since a proxy may buffer the body.
  const body = untilSilent(response.body, silentMs, () => liveness.value !== 'live' && tell({ liveness: 'live' }));
  for await (const { id, data } of eventsOf(body)) {
    const update = data === null ? null : readUpdate(data);
    if (update !== null) tell({ update });
    else if (id !== null) tell({ cursor: id });
  }
}

function readUpdate(data: string): Update | null {
  try {
    const update = JSON.parse(data) as Update;
    return typeof update.type === 'string' ? update : null;
  } catch {
    return null;
  }
}

/** Server-sent event; an event without data carries only the cursor. */
interface StreamEvent {
  id: string | null;
  data: string | null;
}

export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (buffered + value).split(/\r?\n\r?\n/);
    buffered = events.pop() ?? '';
    for (const event of events) {
      const fields = (name: string) =>
        event
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []));
      const [ids, data] = [fields('id'), fields('data')];
      if (ids.length + data.length > 0)
        yield { id: ids.at(-1) ?? null, data: data.length > 0 ? data.join('\n') : null };
    }
  }
}
