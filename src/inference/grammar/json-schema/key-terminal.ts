import type { NodeNumbers } from '../machine/node.ts';
import { StringTerminal } from '../machine/string-terminal.ts';
import type { KeyReader } from './object-control.ts';
import type { UniqueKeys, UsedKeys } from './unique-keys.ts';

/** The key of a property that the schema does not name, as a JSON string. */
export class KeyTerminal extends StringTerminal implements KeyReader {
  readonly keys: UniqueKeys;

  /** `plain`: nothing in them may be escaped. */
  constructor(numbers: NodeNumbers, keys: UniqueKeys, plain: boolean) {
    super(numbers, keys, plain);
    this.keys = keys;
  }

  startWith(used: UsedKeys | null): number {
    return this.opening(this.keys.startWith(used));
  }

  captured(state: number): string {
    return this.keys.text(this.contentAt(state));
  }
}
