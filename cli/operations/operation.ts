/** A field of a request. */
export interface Field {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  /** `json` is anything that is no single value; `integers` and `strings` are lists. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'integers' | 'strings' | 'json';
  required: boolean;
  /** The position of what is given without a flag; absent for a flag. */
  position?: number;
  /** It is a secret, and therefore no argument. */
  hidden?: true;
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
}

/** An operation of the contract, as the command line knows it. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** One word, or a group and a word; absent where only `daybreak api` reaches it. */
  command?: string;
  /** What is shown of the answer, or of each item of a list: paths into it, with dots. */
  columns: readonly string[];
  /** The one value of the answer that is printed for itself, as a path with dots. */
  text?: string;
  /** The list can be followed as it grows, up to an item of one of these types. */
  follow?: readonly string[];
  /** Commands to show, in place of the one that is made of the examples of fields. */
  examples?: readonly string[];
  needsKey: boolean;
  fields: readonly Field[];
  body?: 'json' | 'bytes';
  answer: 'json' | 'text' | 'bytes';
  /** The answer is one page: the field that has what the next page's `after` takes. */
  list?: 'last_id' | 'cursor';
  /** The answer can be a stream of server-sent events. */
  events?: boolean;
}
