import type { AdapterFiles } from '../model/model-files.ts';

/** Maps between absolute paths of stored adapters, which differ by machine, and the paths in rows. */
export interface AdapterPlaces {
  /** Returns the path in rows for an absolute path of this machine. */
  storedPath(folder: string): string;
  /** Fetches the adapter if it is missing here, and returns its absolute path. */
  fetchLocal(path: string): Promise<string>;
}

/** Returns the request with its adapter, if any, in `folder`. */
export function withAdapter<Request extends { adapter: AdapterFiles | null }>(
  request: Request,
  folder: string,
): Request {
  return request.adapter === null ? request : { ...request, adapter: { ...request.adapter, folder } };
}
