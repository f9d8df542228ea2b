import type { AdapterFiles } from '../model/model-files.ts';

/** Where stored adapters lie, which is elsewhere on each machine. */
export interface AdapterPlaces {
  /** The path that rows have for an absolute one of this machine. */
  stored(folder: string): string;
  /** Sees to it that the adapter is here; its absolute path. */
  here(path: string): Promise<string>;
}

/** The request with its adapter, if it has one, in `folder`. */
export function withAdapter<Request extends { adapter: AdapterFiles | null }>(
  request: Request,
  folder: string,
): Request {
  return request.adapter === null ? request : { ...request, adapter: { ...request.adapter, folder } };
}
