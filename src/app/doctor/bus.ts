import { setTimeout as sleep } from 'node:timers/promises';
import { Bus, BusError } from '../../cluster/bus.ts';
import { LiveWorkers } from '../../cluster/live-workers.ts';
import { databaseTime } from '../../store/database-time.ts';
import type { Config } from '../config.ts';
import { defaultUnreachableTimes } from '../unreachable-workers.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

interface BusTimes {
  /** Time in which every live worker announces itself on the bus more than once. */
  listenMs: number;
  /** Time in which every live worker renews its row in the database (`UnreachableWorkers`). */
  noteMs: number;
}

const defaultTimes: BusTimes = { listenMs: 3_500, noteMs: defaultUnreachableTimes.checkMs + 1_000 };
const maxNames = 20;

type BusConfig = Pick<Config, 'natsUrl' | 'natsFiles'>;

/**
 * Checks that the bus answers and that each worker in the database is heard on it. Returns no findings if no bus is
 * set. `database` is null if it cannot be queried.
 */
export async function checkBus(
  { natsUrl, natsFiles }: BusConfig,
  database: ReadOnlyDatabase | null,
  times = defaultTimes,
): Promise<Finding[]> {
  if (natsUrl === null) return [];
  try {
    const identity = database && (await database.rows<{ id: string }>(database.builder('store_identity')))[0].id;
    const bus = await Bus.connect({ url: natsUrl, name: 'doctor', files: natsFiles });
    const workers = new LiveWorkers(bus, () => {}, identity ?? undefined);
    try {
      await sleep(times.listenMs);
      const unreachable = database === null ? [] : await unreachableWorkers(database, workers, times.noteMs);
      return [findingOf(workers.all().length, unreachable)];
    } finally {
      workers.close();
      await bus.close();
    }
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    return [fault('bus', error.message, 'start it, and check that NATS_URL has its address, user and password')];
  }
}

interface KnownWorker {
  id: string;
  name: string;
  expires: string;
}

/**
 * Returns workers that are not heard but renew their row while this waits. The row of a killed worker stays valid for a
 * while, but is not renewed.
 */
async function unreachableWorkers(
  database: ReadOnlyDatabase,
  live: LiveWorkers,
  noteMs: number,
): Promise<KnownWorker[]> {
  const silent = async () => (await knownWorkers(database)).filter(({ id }) => !live.has(id));
  const before = new Map((await silent()).map(({ id, expires }) => [id, expires]));
  if (before.size === 0) return [];
  await sleep(noteMs);
  return (await silent()).filter(({ id, expires }) => before.has(id) && before.get(id) !== expires);
}

function knownWorkers({ builder, rows }: ReadOnlyDatabase): Promise<KnownWorker[]> {
  return rows(builder('bus_workers').where('expires', '>', databaseTime(builder)).orderBy('name'));
}

function findingOf(heard: number, unreachable: readonly { name: string }[]): Finding {
  const workers = heard === 1 ? '1 worker is' : `${heard === 0 ? 'no' : heard} workers are`;
  if (unreachable.length === 0) return ok('bus', `NATS answers, and ${workers} heard on it`);
  const names = unreachable.slice(0, maxNames).map(({ name }) => name);
  const more = unreachable.length > maxNames ? ` and ${unreachable.length - maxNames} more` : '';
  const message = `${workers} heard, but not ${names.join(', ')}${more}, which the database lists as connected to NATS`;
  return warning('bus', message, 'set NATS_URL to the same NATS for all servers, and restart those that change');
}
