import { queries } from './connection.ts';
import { type CreatedSession, call } from './pending.ts';
import { dropSession, keepSession, session } from './session.ts';

/** The code of the start link, `#code=...`; taken out of the address, so that nobody copies it with it. */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#\/?\??/, '')).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}

export async function signInByCode(code: string): Promise<void> {
  keepSession(await call<CreatedSession>('POST', '/v1/preview/sessions', {}, { code }));
}

/** The key goes to the server once, as a bearer token, and is forgotten; what is kept is the session's token. */
export async function signInByKey(key: string): Promise<void> {
  const response = await fetch('/v1/preview/sessions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const answer = await response.json();
  if (!response.ok) throw answer;
  keepSession(answer as CreatedSession);
}

export async function signOut(): Promise<void> {
  if (session.value !== null) await call('DELETE', '/v1/preview/sessions/current').catch(() => {});
  queries.clear();
  dropSession(null);
}
