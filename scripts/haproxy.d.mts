/** HAProxy before servers (`host:port`), with the settings of `deploy/haproxy.cfg`; resolves when one is ready. */
export function startHaproxy(options: {
  servers: readonly string[];
  file: string;
}): Promise<{ url: string; stop(): Promise<void> }>;
/** The settings as they are shipped, but for its own address and those of the servers. */
export function settingsFor(shipped: string, port: number, servers: readonly string[]): string;
/** The machine's own, or Debian's, unpacked into the cache folder. */
export function haproxyProgram(): Promise<{ program: string; env: NodeJS.ProcessEnv }>;
