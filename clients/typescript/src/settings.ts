import { DaybreakError } from './errors.ts';

/** The part of Node's `process` that is used; browsers have none. */
interface NodeProcess {
  env: Record<string, string | undefined>;
  getBuiltinModule?(id: 'node:fs'): { readFileSync(path: string, encoding: 'utf8'): string };
  getBuiltinModule?(id: 'node:os'): { homedir(): string };
}

const node = (globalThis as { process?: NodeProcess }).process;
const environment = node?.env ?? {};

/** The server's address without a slash or `/v1` at its end, which OpenAI clients write and the paths here have. */
export function findBaseUrl(given: string | undefined): string {
  const text = given || environment.DAYBREAK_BASE_URL || 'http://127.0.0.1:8484';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new DaybreakError(`baseUrl: ${text} is no address; allowed is http://host:port or https://host:port`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new DaybreakError('baseUrl has a user, a query or a fragment; allowed is a host and a path');
  }
  return text.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}

/** The key that was given, else that of the environment, else for a server on this machine that of its data folder. */
export function findApiKey(given: string | undefined, baseUrl: string): string {
  if (given?.trim() === '') {
    throw new DaybreakError('apiKey is empty; leave it out for that of DAYBREAK_API_KEY or of this machine');
  }
  const key = (given || environment.DAYBREAK_API_KEY || keyOfThisMachine(baseUrl)).trim();
  // What fetch throws for such a header shows all of it.
  if (!/^[!-~]+$/.test(key)) throw new DaybreakError('The API key is empty or has a letter that no header can carry.');
  return key;
}

function keyOfThisMachine(baseUrl: string): string {
  const readFile = isThisMachine(baseUrl) ? node?.getBuiltinModule?.('node:fs').readFileSync : undefined;
  const home = node?.getBuiltinModule?.('node:os').homedir() ?? '~';
  const file = `${dataFolder(home)}/api-key`;
  if (!readFile) throw new DaybreakError('No API key: pass apiKey, or set DAYBREAK_API_KEY.');
  try {
    return readFile(file, 'utf8');
  } catch (cause) {
    const ways = `pass apiKey, set DAYBREAK_API_KEY, or start a server (${file} is not there)`;
    throw new DaybreakError(`No API key: ${ways}.`, { cause });
  }
}

/** As the server reads it: a service file hands on a `~` that a shell would have put the home folder for. */
function dataFolder(home: string): string {
  const folder = environment.DAYBREAK_HOME?.trim() || '~/.daybreak';
  return folder.replace(/^~(?=\/|$)/, () => home);
}

function isThisMachine(baseUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}
