import { relative, sep } from 'node:path';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import { ensureLocal } from '../artifacts/stored-file.ts';
import { Bus, BusError } from '../cluster/bus.ts';
import { ClusterMember } from '../cluster/cluster-member.ts';
import type { LentCompute } from '../cluster/cluster-worker.ts';
import type { ServerRole } from '../cluster/worker-heartbeat.ts';
import { ADAPTER_FILES } from '../model/checkpoint/adapter-files.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import { type Config, ConfigError } from './config.ts';
import { serverName } from './server-name.ts';

/**
 * Maps a storage error to a `WorkerError`. During an outage it is `worker_down`, since another worker may have the
 * adapter in its cache.
 */
function lacking(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  return new WorkerError(error.code === 'unavailable' ? 'worker_down' : 'adapter_load_failed', error.message);
}

interface JoinParts {
  bus: Bus;
  role: ServerRole;
  folder: DataFolder;
  /** Identity of the database. */
  database: string;
  /** Null if this server lends no compute. */
  lent: Omit<LentCompute, 'name'> | null;
}

/**
 * Connects to the bus; returns null if none is configured. Throws `ConfigError` if it does not answer or refuses the
 * user.
 */
export async function connectBus({ natsUrl, natsFiles }: Pick<Config, 'natsUrl' | 'natsFiles'>): Promise<Bus | null> {
  if (natsUrl === null) return null;
  return Bus.connect({ url: natsUrl, files: natsFiles, name: serverName() }).catch((error) => {
    const allowed = 'a running NATS server, with a user and a password that it accepts';
    if (error instanceof BusError) throw new ConfigError('NATS_URL', error.message, allowed);
    throw error;
  });
}

/** Makes this server a member of the cluster. */
export async function joinCluster({ bus, folder, database, role, lent }: JoinParts): Promise<ClusterMember> {
  const name = serverName();
  const adapters = {
    storedPath: (path: string) => relative(folder.root, path).replaceAll(sep, '/'),
    fetchLocal: async (path: string) => {
      using adapter = await ensureLocal(folder, path, ADAPTER_FILES).catch((error) => {
        throw lacking(error);
      });
      return adapter.path;
    },
  };
  return ClusterMember.join({ bus, role, lent: lent && { ...lent, name }, adapters, database });
}
