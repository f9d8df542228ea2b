import { reach } from './reach.ts';
import { endedSession, session } from './session.ts';

/** Sends a request with the session's token, for streams and files, which the generated client does not support. */
export async function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const token = session.value?.token;
  const response = await reach(path, { ...init, headers: { ...headers, authorization: `Bearer ${token}` } });
  if (response.status === 401) endedSession();
  return response;
}
