/** A field of a request. */
export interface Field {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  /** `json` is anything but a single value; `integers` and `strings` are lists. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'integers' | 'strings' | 'json';
  required: boolean;
  /** Position as an argument; absent if the field is a flag. */
  position?: number;
  /** Secret, and therefore not an argument. */
  hidden?: true;
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
}

/** An operation of the contract, as the command line needs it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** One word, or a group and a word; absent if only `daybreak api` offers it. */
  command?: string;
  /** Parts of the answer, or of each list item, to print: paths with dots. */
  columns: readonly string[];
  /** Path, with dots, of the only value of the answer to print. */
  text?: string;
  /** Types of items that end the list; present if the list can be followed as it grows. */
  follow?: readonly string[];
  /** Example commands; if absent, one is built from the examples of the fields. */
  examples?: readonly string[];
  needsKey: boolean;
  fields: readonly Field[];
  body?: 'json' | 'bytes';
  answer: 'json' | 'text' | 'bytes';
  /** Present if the answer is one page: the field whose value the next page's `after` takes. */
  list?: 'last_id' | 'cursor';
  /** Whether the answer can be a stream of server-sent events. */
  events?: boolean;
}
