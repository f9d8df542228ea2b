import type { NodeNumbers } from '../machine/node.ts';
import { StringTerminal } from '../machine/string-terminal.ts';
import type { UniqueKeys, UsedKeys } from './unique-keys.ts';

/** The key of a property that the schema does not name, as a JSON string. */
export class KeyTerminal extends StringTerminal {
  readonly keys: UniqueKeys;

  constructor(numbers: NodeNumbers, keys: UniqueKeys) {
    super(numbers, keys);
    this.keys = keys;
  }

  startWith(used: UsedKeys | null): number {
    return this.opening(this.keys.startWith(used));
  }

  captured(state: number): string {
    return this.keys.text(this.contentAt(state));
  }
}
