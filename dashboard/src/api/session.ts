import { Store } from '../shell/store.ts';

/** What the page keeps of a sign-in, in this tab alone; never the API key. */
export interface Session {
  token: string;
  id: string;
  owner: string;
  scopes: readonly string[];
  expires: string;
}

const place = 'daybreak.session';

export const session = new Store<Session | null>(readSession());
/** Why the form is shown, where the page was signed in before. */
export const farewell = new Store<string | null>(null);

function readSession(): Session | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Session | null;
    return kept !== null && Date.parse(kept.expires) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export function keepSession(made: Session): void {
  sessionStorage.setItem(place, JSON.stringify(made));
  farewell.set(null);
  session.set(made);
}

export function dropSession(reason: string | null): void {
  sessionStorage.removeItem(place);
  farewell.set(reason);
  session.set(null);
}

/** The server does not know the session any more. */
export function endedSession(): void {
  if (session.value !== null) dropSession('Your session has ended. Sign in again to go on where you were.');
}
