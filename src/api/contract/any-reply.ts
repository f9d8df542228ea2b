/** Ids of the events of a stream; `start` is that of the place before the first. */
export interface EventIds {
  start: string;
  of(event: unknown): string;
}

/** Any reply of any operation, as the generated handler types have it. */
export interface AnyReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Content type of a text. */
  type?: string;
  stream?: AsyncIterable<unknown>;
  /** The ids of its events. */
  ids?: EventIds;
  /** Each is named by its `type`, an error body `error`; none says `[DONE]`. */
  named?: true;
}
