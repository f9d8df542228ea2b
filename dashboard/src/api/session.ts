import { Store } from '../shell/store.ts';

/** Data of a sign-in, kept only in this tab's storage; never the API key. */
export interface Session {
  token: string;
  id: string;
  owner: string;
  scopes: readonly string[];
  expires: string;
}

const place = 'daybreak.session';

export const session = new Store<Session | null>(readSession());
/** Reason for the sign-in form after an earlier session, or null. */
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

type Word = { asks: true } | { session: Session } | { ended: string };

/** Channel between the tabs of this browser, so that a link opened in a new tab needs no sign-in. */
const tabs = new BroadcastChannel('daybreak-session');
tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if ('asks' in data && session.value !== null) tabs.postMessage({ session: session.value });
  if ('ended' in data && session.value?.id === data.ended) dropSession('You signed out in another tab.');
});

const waitMs = 250;

/** Takes over another tab's session, if any. It passes between tabs without any storage. */
export async function askOtherTabs(): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent<Word>) => {
      if (!('session' in data)) return;
      tabs.removeEventListener('message', hear);
      if (session.value === null && Date.parse(data.session.expires) > Date.now()) keepSession(data.session);
      resolve();
    };
    tabs.addEventListener('message', hear);
    // After the wait, another tab can no longer replace a sign-in in this tab.
    setTimeout(() => {
      tabs.removeEventListener('message', hear);
      resolve();
    }, waitMs);
  });
  tabs.postMessage({ asks: true });
  return told;
}

/** Tells the other tabs that a session has ended. */
export const tellEnd = (id: string) => tabs.postMessage({ ended: id });

/** Called when the server no longer knows the session. */
export function endedSession(): void {
  if (session.value !== null) dropSession('Your session has ended. Sign in again to go on where you were.');
}
