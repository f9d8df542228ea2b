/** Ids of a stream's events; `start` is the id before the first event. */
export interface EventIds {
  start: string;
  of(event: unknown): string;
}

/** A reply of any operation, as in the generated handler types. */
export interface AnyReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Content type of a text body. */
  type?: string;
  stream?: AsyncIterable<unknown>;
  /** Ids of the stream's events. */
  ids?: EventIds;
  /** Each event is named by its `type`, and an error event `error`; no `[DONE]` is sent. */
  named?: true;
}
