/** The policy that a KL penalty compares with. */
export type KlReference =
  /** The base model without an adapter. */
  | { kind: 'base' }
  | { kind: 'step'; step: number }
  /** So many steps before the checkpoint that the job starts from, 0 at the least. */
  | { kind: 'lag'; steps: number }
  /** A name in the server's own store. */
  | { kind: 'adapter'; name: string };
