/** A NATS server of its own; `stop` kills it, and `start` has another on the same port after that. */
export function startNats(options?: {
  port?: number;
  args?: readonly string[];
  env?: Record<string, string>;
}): Promise<{ url: string; port: number; pid: number; start(): Promise<void>; stop(): Promise<void> }>;
