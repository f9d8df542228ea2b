import type { KeyReader } from '../json-schema/object-node.ts';
import type { UniqueKeys, UsedKeys } from '../json-schema/unique-keys.ts';
import type { NodeNumbers } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';

/** XGrammar's pattern for names of properties that the schema does not list. */
export const FREE_NAME = '[a-zA-Z_][a-zA-Z0-9_]*';

/** Unquoted name of an argument that the schema does not list. */
export class PlainKey extends TextTerminal implements KeyReader {
  readonly keys: UniqueKeys;

  constructor(numbers: NodeNumbers, keys: UniqueKeys) {
    super(numbers, keys);
    this.keys = keys;
  }

  startWith(used: UsedKeys | null): number {
    return this.whole(this.keys.startWith(used));
  }

  captured(state: number): string {
    return this.keys.text(this.contentAt(state));
  }
}
