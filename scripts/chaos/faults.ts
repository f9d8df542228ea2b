import type { ServerRole } from '../../src/cluster/worker-heartbeat.ts';
import { ENGINES, type Engine, type LocalCluster } from '../cluster/local-cluster.ts';
import type { ChaosServer } from './server.ts';

/** Kinds of faults: `kill -9`, then a restart; SIGSTOP, then SIGCONT; a link that goes down, then up. */
export const WAYS = ['kill', 'stop', 'link'] as const;
export type Way = (typeof WAYS)[number];

/** A fault of one part of a cluster, until it is repaired. */
export interface Fault {
  way: Way;
  /** Target and kind. */
  kind: string;
  /** Target with its index, and kind. */
  name: string;
  /** Index of the server that is hit; null for an engine. */
  place: number | null;
  /** Whether a job may lose its worker through it. */
  mayEndJobs: boolean;
  begin(): Promise<void>;
  /** Repairs the target; resolves when it works again. */
  end(): Promise<void>;
}

const NAMES: Record<Engine, string> = { DATABASE_URL: 'PostgreSQL', NATS_URL: 'NATS', DAYBREAK_S3_ENDPOINT: 'S3' };

interface Deck {
  cluster: LocalCluster;
  roles: readonly ServerRole[];
  /** How often each target is hit with each kind of fault: workers, API replicas, PostgreSQL, NATS, S3. */
  times: Readonly<Record<Way, number>>;
  random: () => number;
}

/** Returns the faults of a round in random order, with a random worker, replica or link each. */
export function dealFaults({ cluster, roles, times, random }: Deck): Fault[] {
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)];
  const placesOf = (role: ServerRole): number[] => roles.flatMap((own, place) => (own === role ? [place] : []));
  const makers: ((way: Way) => Fault)[] = [
    (way) => ofServer(cluster, 'worker', pick(placesOf('worker')), way, pick(ENGINES)),
    (way) => ofServer(cluster, 'api', pick(placesOf('api')), way, pick(ENGINES)),
    ...ENGINES.map((engine) => (way: Way) => ofEngine(cluster, engine, way)),
  ];
  const faults: Fault[] = [];
  for (const way of WAYS)
    for (let time = 0; time < times[way]; time++) for (const make of makers) faults.push(make(way));
  return shuffled(faults, random);
}

/** Removes the first suitable fault from the deck; returns null if there is none. */
export function drawFault(deck: Fault[], fits: (fault: Fault) => boolean): Fault | null {
  const place = deck.findIndex(fits);
  return place < 0 ? null : deck.splice(place, 1)[0];
}

function ofServer(cluster: LocalCluster, role: ServerRole, place: number, way: Way, engine: Engine): Fault {
  const server = cluster.servers[place];
  const link = cluster.links[place][engine];
  const what = { kill: 'kill -9', stop: 'STOP and CONT', link: `no link to ${NAMES[engine]}` }[way];
  // A worker that cannot renew its lease aborts the job's step.
  const mayEndJobs = role === 'worker' && (way !== 'link' || engine === 'DATABASE_URL');
  const acts = {
    kill: { begin: () => server.killHttp(), end: () => started(server) },
    stop: { begin: async () => server.freeze(), end: async () => server.thaw() },
    link: { begin: () => link.down(), end: () => link.up() },
  };
  return { way, kind: `${role}: ${what}`, name: `${role} ${place}: ${what}`, place, mayEndJobs, ...acts[way] };
}

function ofEngine(cluster: LocalCluster, engine: Engine, way: Way): Fault {
  const process = cluster.engines[engine];
  const links = cluster.links.map((own) => own[engine]);
  const what = { kill: 'kill -9', stop: 'STOP and CONT', link: 'no link to any server' }[way];
  const name = `${NAMES[engine]}: ${what}`;
  // A killed PostgreSQL restarts before a lease expires.
  const mayEndJobs = engine === 'DATABASE_URL' && way !== 'kill';
  const acts = {
    kill: { begin: () => process.kill(), end: () => process.start() },
    stop: { begin: () => process.freeze(), end: () => process.thaw() },
    link: { begin: () => each(links, (link) => link.down()), end: () => each(links, (link) => link.up()) },
  };
  return { way, kind: name, name, place: null, mayEndJobs, ...acts[way] };
}

async function each<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  await Promise.all(all.map(act));
}

async function started(server: ChaosServer): Promise<void> {
  await server.spawn();
  await server.up();
}

/** Fisher-Yates shuffle. */
function shuffled<One>(all: readonly One[], random: () => number): One[] {
  const left = [...all];
  const found: One[] = [];
  while (left.length > 0) found.push(...left.splice(Math.floor(random() * left.length), 1));
  return found;
}
