import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from './server.ts';

/** How long failed GET requests are retried, as clients do. */
const PATIENCE_MS = 180_000;

/** Client of the load balancer in front of a cluster's API replicas. */
export class Front implements Asked {
  readonly #baseUrl: string;
  readonly #key: string;

  /** `baseUrl` ends in `/v1`. */
  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#key}` };
  }

  address(path: string): string {
    return `${this.#baseUrl}${path}`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    for (const until = performance.now() + PATIENCE_MS; ; await sleep(500)) {
      const answer = await this.#once(method, path, body).catch(() => null);
      const isOver = method !== 'GET' || performance.now() > until;
      if (answer !== null && (answer.status < 500 || isOver)) return answer;
      if (isOver) throw new Error(`${method} ${path}: no answer`);
    }
  }

  async #once(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const isText = typeof body === 'string';
    const type = isText ? 'application/octet-stream' : 'application/json';
    const response = await fetch(this.address(path), {
      method,
      headers: { ...this.headers, 'content-type': type },
      body: body === undefined || isText ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, text: await response.text() };
  }
}
