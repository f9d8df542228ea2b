import { Store } from '../shell/store.ts';

/**
 * Time of the last response, in milliseconds since 1970, while the server is unreachable; null while it is reachable.
 */
export const silentSince = new Store<number | null>(null);

let answered = Date.now();
let asking = false;
const againMs = 2_000;

/** Like `fetch`, and records whether the server is reachable, whatever it answers. */
export async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    answered = Date.now();
    silentSince.set(null);
    return response;
  } catch (error) {
    if (error instanceof TypeError) void askUntilAnswered();
    throw error;
  }
}

/**
 * Probes until the server answers. A single request may fail by chance, so nothing is shown before a second one fails.
 */
async function askUntilAnswered(): Promise<void> {
  if (asking) return;
  asking = true;
  while (!(await doesAnswer())) {
    silentSince.set(answered);
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
  asking = false;
  answered = Date.now();
  silentSince.set(null);
}

async function doesAnswer(): Promise<boolean> {
  try {
    await fetch('/app/icon.svg', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Time that the page shows: now, or the time of the server's last response. */
export const knownNow = () => silentSince.value ?? Date.now();
