import { Store } from '../shell/store.ts';
import { queries } from './connection.ts';
import { request } from './request.ts';
import { untilSilent } from './until-silent.ts';

/** How the page hears of changes. */
export type Liveness = 'connecting' | 'live' | 'polling';
export const liveness = new Store<Liveness>('connecting');

interface Update {
  type: 'run' | 'job' | 'checkpoint' | 'log' | 'artifact' | 'model' | 'reset';
  id?: string;
  model_id?: string | null;
  cursor: string;
}

type Message = { update: Update } | { cursor: string } | { liveness: Liveness } | { hello: true };

/** The operations whose answers a change of each kind makes old. */
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
/** Longer than two of the signs of life that the server sends every 15 s. */
const silentMs = 40_000;

/** Operations to ask again at the next flush. */
const due = new Set<string>();
let flushing = false;

function note(update: Update): void {
  const ids = update.type === 'reset' ? Object.values(touched).flat() : touched[update.type];
  for (const id of ids ?? []) due.add(id);
  if (!flushing) void flush();
}

/** One round of questions at a time, so that a quick run never cancels what it asks. */
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
 * Keeps what the page shows up to date until the signal aborts. Of all tabs of `who`, one holds the stream and
 * tells the others; where there is no stream, each tab asks from time to time.
 */
export function followUpdates(who: string, signal: AbortSignal): void {
  const name = `daybreak-updates:${who}`;
  const channel = new BroadcastChannel(name);
  let leads = false;
  // Known to every tab, so that the one which leads next goes on where the last one stood.
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
  // Only pages of https or of this machine have locks, without which tabs could take all connections with streams.
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
      // Asked again below, after a while.
    }
    if (signal.aborted) return;
    tell({ liveness: 'polling' });
    await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)));
  }
}

/** Every two seconds for a minute, as long as a restart may take; then less often. */
const pauseMs = (failures: number) => Math.min(failures < 30 ? 2_000 : 15_000, 500 * 2 ** failures);

/** Reads one stream to its end. */
async function readStream(after: string, signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
  const headers = { accept: 'text/event-stream' };
  const response = await request(`/v1/preview/updates${query}`, { headers, signal });
  if (!response.ok || response.body === null) throw new Error(`updates: ${response.status}`);
  // Headers alone prove nothing: a proxy may hold up all that follows.
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

/** A server-sent event; one without data only says where the stream stands. */
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
