import type { ServerRole } from '../../src/cluster/worker-beat.ts';
import { ENGINES, type Engine, type LocalCluster } from '../cluster/local-cluster.ts';
import type { ChaosServer } from './server.ts';

/** Something that goes wrong with a part of a cluster, until it is mended. */
export interface Fault {
  /** What was hit and how. */
  kind: string;
  /** The same, and which one. */
  name: string;
  /** Whether a job may lose its worker by it. */
  mayEndJobs: boolean;
  begin(): Promise<void>;
  /** Resolves when what was hit is there again. */
  end(): Promise<void>;
}

const NAMES: Record<Engine, string> = { DATABASE_URL: 'PostgreSQL', NATS_URL: 'NATS', DAYBREAK_S3_ENDPOINT: 'S3' };
const SERVER_FAULTS = ['kill', 'freeze', ...ENGINES] as const;

/** Makes the faults of a cluster: of its servers, of their links to the engines, and of the engines themselves. */
export class FaultMaker {
  readonly #cluster: LocalCluster;
  readonly #roles: readonly ServerRole[];

  constructor(cluster: LocalCluster, roles: readonly ServerRole[]) {
    this.#cluster = cluster;
    this.#roles = roles;
  }

  /** `mayEndJobs`: whether it may be one by which a job loses its worker. */
  pick(random: () => number, mayEndJobs: boolean): Fault {
    const faults = this.#all().filter((fault) => mayEndJobs || !fault.mayEndJobs);
    const kinds = [...new Set(faults.map(({ kind }) => kind))];
    const kind = kinds[Math.floor(random() * kinds.length)];
    const ofKind = faults.filter((fault) => fault.kind === kind);
    return ofKind[Math.floor(random() * ofKind.length)];
  }

  #all(): Fault[] {
    const { servers } = this.#cluster;
    const ofServers = servers.flatMap((server, place) =>
      SERVER_FAULTS.map((how) => this.#ofServer(server, place, how)),
    );
    return [...ofServers, ...ENGINES.flatMap((engine) => [this.#killed(engine), this.#unreachable(engine)])];
  }

  #ofServer(server: ChaosServer, place: number, how: (typeof SERVER_FAULTS)[number]): Fault {
    const role = this.#roles[place];
    const mayEndJobs = role !== 'api' && how !== 'NATS_URL' && how !== 'DAYBREAK_S3_ENDPOINT';
    const named = (what: string) => ({ kind: `${role}: ${what}`, name: `${role} ${place}: ${what}`, mayEndJobs });
    if (how === 'kill') {
      const begin = () => server.killHttp();
      return { ...named('kill -9'), begin, end: () => started(server) };
    }
    if (how === 'freeze') {
      const begin = async () => server.freeze();
      return { ...named('STOP and CONT'), begin, end: async () => server.thaw() };
    }
    const link = this.#cluster.links[place][how];
    return { ...named(`no link to ${NAMES[how]}`), begin: async () => link.down(), end: async () => link.up() };
  }

  #killed(engine: Engine): Fault {
    const process = this.#cluster.engines[engine];
    const what = 'kill -9';
    return { ...named(engine, what), mayEndJobs: false, begin: () => process.kill(), end: () => process.start() };
  }

  #unreachable(engine: Engine): Fault {
    const links = this.#cluster.links.map((own) => own[engine]);
    const begin = async () => {
      for (const link of links) link.down();
    };
    const end = async () => {
      for (const link of links) link.up();
    };
    // A worker that cannot renew its lease stops the job's step.
    return { ...named(engine, 'no link to any server'), mayEndJobs: engine === 'DATABASE_URL', begin, end };
  }
}

function named(engine: Engine, what: string): { kind: string; name: string } {
  const name = `${NAMES[engine]}: ${what}`;
  return { kind: name, name };
}

async function started(server: ChaosServer): Promise<void> {
  await server.spawn();
  await server.up();
}
