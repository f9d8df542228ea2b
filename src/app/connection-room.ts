import type { RequestLimits } from '../api/http/request-limits.ts';

/** Files, sockets and pipes that are open beside the clients' connections. */
const otherFiles = 512;

interface Report {
  userLimits?: { open_files?: { soft: number | 'unlimited' } };
}

type Wanted = Pick<RequestLimits, 'connections' | 'connectionsPerAddress'>;

/**
 * As many of the wanted connections as the system lets this process have (one too many and no file opens either), and
 * the same share of them for one address.
 */
export function connectionRoom(wanted: Wanted): Wanted {
  const connections = allowed(wanted.connections);
  return {
    connections,
    connectionsPerAddress: Math.ceil((wanted.connectionsPerAddress * connections) / wanted.connections),
  };
}

function allowed(wanted: number): number {
  // Listing the network would ask for the names of peers.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as Report;
  const { soft } = report.userLimits?.open_files ?? { soft: 'unlimited' };
  return soft === 'unlimited' ? wanted : Math.max(16, Math.min(wanted, Number(soft) - otherFiles));
}
