import { DaybreakError } from './errors.ts';

/** The part of Node's `process` that this package uses. Browsers have no `process`. */
interface NodeProcess {
  env: Record<string, string | undefined>;
  getBuiltinModule?(id: 'node:fs'): { readFileSync(path: string, encoding: 'utf8'): string };
  getBuiltinModule?(id: 'node:os'): { homedir(): string };
}

const node = (globalThis as { process?: NodeProcess }).process;
const environment = node?.env ?? {};

/** Returns the server's address without a trailing slash or `/v1`, which the paths of the operations contain. */
export function findBaseUrl(given: string | undefined): string {
  const text = given || environment.DAYBREAK_BASE_URL || 'http://127.0.0.1:8484';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new DaybreakError(`baseUrl: ${text} is not a valid URL; allowed is http://host:port or https://host:port`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new DaybreakError('baseUrl has a user, a query or a fragment; allowed is a host and a path');
  }
  return text.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}

/** Returns the given key, or else the environment's, or else, for a server on this machine, its data folder's. */
export function findApiKey(given: string | undefined, baseUrl: string): string {
  if (given?.trim() === '') {
    throw new DaybreakError("apiKey is empty; omit it to use DAYBREAK_API_KEY or this machine's key file");
  }
  const key = (given || environment.DAYBREAK_API_KEY || keyOfThisMachine(baseUrl)).trim();
  // Without this check fetch would throw an error that shows the key.
  if (!/^[!-~]+$/.test(key)) throw new DaybreakError('The API key is empty or has characters invalid in HTTP headers.');
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
    const ways = `pass apiKey, set DAYBREAK_API_KEY, or start a server (${file} cannot be read)`;
    throw new DaybreakError(`No API key: ${ways}.`, { cause });
  }
}

/** Returns the server's data folder. Expands `~`, which service files, unlike shells, pass on unexpanded. */
function dataFolder(home: string): string {
  const folder = environment.DAYBREAK_HOME?.trim() || '~/.daybreak';
  return folder.replace(/^~(?=\/|$)/, () => home);
}

function isThisMachine(baseUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}
