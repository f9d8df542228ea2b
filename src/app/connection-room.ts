import type { RequestLimits } from '../api/http/request-limits.ts';

/** File descriptors reserved for everything but client connections. */
const otherFiles = 512;

interface Report {
  userLimits?: { open_files?: { soft: number | 'unlimited' } };
}

type Wanted = Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>;

/**
 * Limits the wanted connections to what the open-files limit of this process allows: beyond it no file opens either.
 * Scales the limit of one address by the same factor.
 */
export function connectionRoom(wanted: Wanted): Wanted {
  const connections = allowed(wanted.connections);
  return {
    connections,
    connectionsPerAddress: Math.ceil((wanted.connectionsPerAddress * connections) / wanted.connections),
  };
}

function allowed(wanted: number): number {
  // Listing the network would look up the host names of peers.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as Report;
  const { soft } = report.userLimits?.open_files ?? { soft: 'unlimited' };
  return soft === 'unlimited' ? wanted : Math.max(16, Math.min(wanted, Number(soft) - otherFiles));
}
