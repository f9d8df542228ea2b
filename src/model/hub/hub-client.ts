import type { HubSettings } from './hub-settings.ts';
import { ModelSourceError } from './model-source-error.ts';

/** A model repository at one commit. */
export interface HubRepository {
  id: string;
  commit: string;
  files: string[];
}

/** The hub's metadata of a file. `etag` is its SHA-256 for large files, its git blob SHA-1 for small ones. */
export interface HubFile {
  name: string;
  url: string;
  etag: string;
  size: number;
}

const PATIENCE_MS = 20_000;
const MAX_REDIRECTS = 5;

/** Client of the hub's HTTP API. Every method throws `ModelSourceError`. */
export class HubClient {
  readonly settings: HubSettings;

  constructor(settings: HubSettings) {
    this.settings = settings;
  }

  /** Fetches the repository's file list at a branch, tag or commit. */
  async repository(id: string, revision: string): Promise<HubRepository> {
    const url = `${this.settings.endpoint}/api/models/${id}/revision/${encodeURIComponent(revision)}`;
    const response = await this.#fetch(id, url, {});
    const body = (await response.json().catch(() => null)) as { sha?: unknown; siblings?: unknown } | null;
    const siblings = Array.isArray(body?.siblings) ? body.siblings : null;
    if (typeof body?.sha !== 'string' || !/^[0-9a-f]{40}$/.test(body.sha) || siblings === null) {
      throw new ModelSourceError('unreachable', `${url} did not answer with a model description`);
    }
    const names = siblings.map((sibling: { rfilename?: unknown }) => sibling.rfilename);
    return { id, commit: body.sha, files: names.filter((name) => typeof name === 'string').filter(isSafeName) };
  }

  /** Fetches the file's size and hash, without its content. */
  async file(repository: HubRepository, name: string): Promise<HubFile> {
    let url = `${this.settings.endpoint}/${repository.id}/resolve/${repository.commit}/${name}`;
    for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
      const headers = { 'accept-encoding': 'identity' };
      const response = await this.#fetch(repository.id, url, { method: 'HEAD', redirect: 'manual', headers });
      const location = response.headers.get('location');
      const linked = response.headers.get('x-linked-etag');
      const moved = response.status >= 300 && response.status < 400 && location !== null && linked === null;
      if (!moved) return describe(repository, name, url, response);
      url = new URL(location, url).href;
    }
    throw new ModelSourceError('unreachable', `${url}: too many redirects`);
  }

  /** Requests the file's bytes from `offset`. A server may ignore the range and answer 200 with the whole file. */
  download(repository: HubRepository, file: HubFile, offset: number): Promise<Response> {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (offset > 0) headers.range = `bytes=${offset}-`;
    return this.#fetch(repository.id, file.url, { headers });
  }

  async #fetch(id: string, url: string, init: RequestInit): Promise<Response> {
    const { token, endpoint } = this.settings;
    // The token goes only to the hub, never to another origin that it links or redirects to; fetch drops it there.
    const authorization = token !== null && new URL(url).origin === new URL(endpoint).origin;
    const headers = { ...init.headers, ...(authorization ? { authorization: `Bearer ${token}` } : {}) };
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new Error(`no answer in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    let response: Response;
    try {
      response = await fetch(url, { ...init, headers, signal: patience.signal });
    } catch (error) {
      throw new ModelSourceError('unreachable', `${endpoint} cannot be reached: ${reason(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (response.status >= 400 && response.status !== 416) throw refusal(id, url, response, token !== null);
    return response;
  }
}

function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Returns whether a file name stays inside the folder that it is joined to. */
function isSafeName(name: string): boolean {
  return name.split('/').every((part) => /^[\w.+@ -]+$/.test(part) && part !== '.' && part !== '..');
}

function describe(repository: HubRepository, name: string, url: string, response: Response): HubFile {
  const raw = response.headers.get('x-linked-etag') ?? response.headers.get('etag');
  const etag = raw?.replace(/^W\//, '').replaceAll('"', '') ?? '';
  const size = Number(response.headers.get('x-linked-size') ?? response.headers.get('content-length') ?? Number.NaN);
  // The etag becomes a file name in the cache.
  if (!/^\w[\w-]{0,127}$/.test(etag) || !Number.isSafeInteger(size)) {
    throw new ModelSourceError('unreachable', `the response of ${url} for ${repository.id} lacks a hash or size`);
  }
  return { name, url, etag, size };
}

function refusal(id: string, url: string, response: Response, withToken: boolean): ModelSourceError {
  const said = response.headers.get('x-error-message');
  const because = said === null ? '' : `: ${said}`;
  if (response.status === 401 || response.status === 403) {
    const advice = withToken
      ? `the token in HF_TOKEN has no access; if the model is gated, accept its terms on ${new URL(url).origin}/${id}`
      : 'it is private, gated or does not exist; set HF_TOKEN to a token with access';
    return new ModelSourceError('refused', `The hub denied access to ${id} (${response.status}${because}): ${advice}.`);
  }
  if (response.status === 404) {
    return new ModelSourceError('not_found', `The hub has no ${id} (404${because}): ${url}`);
  }
  return new ModelSourceError('unreachable', `${url} answered with status ${response.status}${because}`);
}
