/** A NATS server of its own; `stop` kills it. */
export function startNats(options?: {
  port?: number;
  args?: readonly string[];
  env?: Record<string, string>;
}): Promise<{ url: string; port: number; pid: number; stop(): Promise<void> }>;
