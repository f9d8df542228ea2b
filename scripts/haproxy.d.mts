/**
 * Starts HAProxy in front of servers (`host:port`), with the settings of `deploy/haproxy.cfg`; resolves when one is
 * ready.
 */
export function startHaproxy(options: {
  servers: readonly string[];
  file: string;
}): Promise<{ url: string; stop(): Promise<void> }>;
