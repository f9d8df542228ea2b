import { createSession, deleteSession } from '../../generated/sdk.gen.ts';
import { clearDrafts } from '../chat/draft.ts';
import { clearHash } from '../shell/route.ts';
import { queries } from './connection.ts';
import { dropSession, keepSession, session, tellEnd } from './session.ts';

/** Returns the code of the start link, `#code=...`, and removes it from the address, so that it is not copied along. */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#\/?\??/, '')).get('code');
  if (code !== null) clearHash();
  return code;
}

export async function signInByCode(code: string): Promise<void> {
  keepSession((await createSession({ body: { code }, throwOnError: true })).data);
}

/**
 * Signs in with an API key. The key is sent to the server once, as a bearer token, and not stored; only the session's
 * token is.
 */
export async function signInByKey(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  keepSession((await createSession({ body: {}, headers, throwOnError: true })).data);
}

export async function signOut(): Promise<void> {
  const ended = session.value?.id;
  if (ended !== undefined) {
    await deleteSession().catch(() => {});
    tellEnd(ended);
  }
  forget();
  dropSession(null);
}

function forget(): void {
  queries.clear();
  clearDrafts();
}

const place = 'daybreak.owner';

// The same owner finds drafts and caches again after signing in; another owner does not.
session.subscribe(() => {
  if (session.value === null) return;
  const { owner } = session.value;
  if (sessionStorage.getItem(place) !== owner) forget();
  sessionStorage.setItem(place, owner);
});
