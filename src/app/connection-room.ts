/** Files, sockets and pipes that are open beside the clients' connections. */
const otherFiles = 512;

interface Report {
  userLimits?: { open_files?: { soft: number | 'unlimited' } };
}

/** As many of the wanted connections as the system lets this process have: one too many and no file opens either. */
export function connectionRoom(wanted: number): number {
  // Listing the network would ask for the names of peers.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as Report;
  const { soft } = report.userLimits?.open_files ?? { soft: 'unlimited' };
  return soft === 'unlimited' ? wanted : Math.max(16, Math.min(wanted, Number(soft) - otherFiles));
}
