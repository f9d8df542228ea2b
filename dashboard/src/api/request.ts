import { reach } from './reach.ts';
import { endedSession, session } from './session.ts';

/** A request with the session's token, for what the generated client has no way to do: streams and files. */
export async function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const token = session.value?.token;
  const response = await reach(path, { ...init, headers: { ...headers, authorization: `Bearer ${token}` } });
  if (response.status === 401) endedSession();
  return response;
}
