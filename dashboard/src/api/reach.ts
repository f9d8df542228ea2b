import { Store } from '../shell/store.ts';

/** When the server answered last, in milliseconds since 1970, while it does not answer; null while it does. */
export const silentSince = new Store<number | null>(null);

let answered = Date.now();
let asking = false;
const againMs = 2_000;

/** As `fetch`, and notes whether the server answers at all, whatever it says. */
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

/** One request may fail by itself, so another one asks before anything is said; then from time to time. */
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

/** The moment that the page shows: now, or when the server answered last. */
export const knownNow = () => silentSince.value ?? Date.now();
