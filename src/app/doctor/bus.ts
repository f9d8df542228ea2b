import { setTimeout as sleep } from 'node:timers/promises';
import { Bus, BusError } from '../../cluster/bus.ts';
import { LiveWorkers } from '../../cluster/live-workers.ts';
import { databaseTime } from '../../store/database-time.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

/** Within this time every worker has said more than once that it is there. */
const usualListenMs = 3_500;
const mostNames = 20;

type BusConfig = Pick<Config, 'natsUrl' | 'natsFiles'>;

/**
 * Whether the bus of the cluster answers, and each worker that the database knows is heard there; nothing where no bus
 * is set. `database` is null where it cannot be asked.
 */
export async function checkBus(
  { natsUrl, natsFiles }: BusConfig,
  database: ReadOnlyDatabase | null,
  listenMs = usualListenMs,
): Promise<Finding[]> {
  if (natsUrl === null) return [];
  try {
    const identity = database && (await database.rows<{ id: string }>(database.builder('store_identity')))[0].id;
    const bus = await Bus.connect({ url: natsUrl, name: 'doctor', files: natsFiles });
    const heard = await workersOf(bus, identity ?? undefined, listenMs).finally(() => bus.close());
    const unheard = database === null ? [] : (await knownWorkers(database)).filter(({ id }) => !heard.has(id));
    return [findingOf(heard.size, unheard)];
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    return [fault('bus', error.message, 'start it, and see that NATS_URL names it, its user and its password')];
  }
}

async function workersOf(bus: Bus, identity: string | undefined, listenMs: number): Promise<Set<string>> {
  const workers = new LiveWorkers(bus, () => {}, identity);
  await sleep(listenMs);
  workers.close();
  return new Set(workers.all().map(({ beat }) => beat.incarnation));
}

function knownWorkers({ builder, rows }: ReadOnlyDatabase): Promise<{ id: string; name: string }[]> {
  return rows(builder('bus_workers').select('id', 'name').where('expires', '>', databaseTime(builder)).orderBy('name'));
}

function findingOf(heard: number, unheard: readonly { name: string }[]): Finding {
  const workers = heard === 1 ? '1 worker is' : `${heard === 0 ? 'no' : heard} workers are`;
  if (unheard.length === 0) return ok('bus', `NATS answers, and ${workers} heard there`);
  const names = unheard.slice(0, mostNames).map(({ name }) => name);
  const more = unheard.length > mostNames ? ` and ${unheard.length - mostNames} more` : '';
  const message = `${workers} heard, but not ${names.join(', ')}${more}, whom the database knows as connected to NATS`;
  return warning('bus', message, 'set NATS_URL to the same NATS for all servers, and restart those that change');
}
