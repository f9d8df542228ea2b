import type { TestServer } from './test-server.ts';

/**
 * Keeps so many of the engine's places taken until `signal` aborts, however fast the machine is: by requests for all of them
 * at once, behind each of which others wait, more urgent than anybody's.
 */
export async function fillEngine(server: TestServer, places: number, signal: AbortSignal): Promise<void> {
  const messages = [{ role: 'user', content: 'fill' }];
  const body = JSON.stringify({ messages, n: places, max_tokens: 400, ignore_eos: true, priority: -100 });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const askOn = async (): Promise<void> => {
    while (!signal.aborted) {
      await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', headers, body, signal })
        .then((answer) => answer.text())
        .catch(() => null);
    }
  };
  await Promise.all(Array.from({ length: 3 }, askOn));
}
