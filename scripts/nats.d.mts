/** Starts a NATS server; `stop` kills it, and a later `start` starts another on the same port. */
export function startNats(options?: {
  port?: number;
  args?: readonly string[];
  env?: Record<string, string>;
}): Promise<{ url: string; port: number; pid: number; start(): Promise<void>; stop(): Promise<void> }>;
