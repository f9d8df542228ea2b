import { hostname } from 'node:os';
import { relative, sep } from 'node:path';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { atHand } from '../artifacts/stored-file.ts';
import { Bus, BusError } from '../cluster/bus.ts';
import { ClusterMember } from '../cluster/cluster-member.ts';
import { ADAPTER_FILES } from '../model/checkpoint/adapter-files.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { LoadReport } from '../worker/protocol.ts';
import { ConfigError } from './config.ts';

interface JoinParts {
  folder: DataFolder;
  compute: ComputeClient;
  loaded: LoadReport;
  version: string;
}

/** Makes this server one of a cluster. Throws `ConfigError` where no bus answers. */
export async function joinCluster(url: string, { folder, ...parts }: JoinParts): Promise<ClusterMember> {
  const name = `${hostname()}-${process.pid}`;
  const bus = await Bus.connect({ url, name }).catch((error) => {
    if (error instanceof BusError) throw new ConfigError('NATS_URL', error.message, 'a NATS server that runs');
    throw error;
  });
  const adapters = {
    stored: (path: string) => relative(folder.root, path).replaceAll(sep, '/'),
    here: async (path: string) => {
      using adapter = await atHand(folder, path, ADAPTER_FILES);
      return adapter.path;
    },
  };
  return ClusterMember.join({ ...parts, bus, name, adapters });
}
