/** Any reply of any operation, as the generated handler types have it. */
export interface AnyReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Content type of a text. */
  type?: string;
  stream?: AsyncIterable<unknown>;
}
