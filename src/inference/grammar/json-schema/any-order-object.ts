import type { Control, Move, NodeNumbers } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';
import type { ObjectMarks, ObjectShape } from './object-control.ts';
import { keysOf, type UsedKeys, UsedKeyTable } from './unique-keys.ts';

interface Members {
  /** Which of the named properties are there, by their places in order. */
  named: readonly number[];
  /** The other keys. */
  used: UsedKeys | null;
}

type ObjectState =
  | ({ kind: 'members' } & Members)
  /** What stands before another property's key is read. */
  | ({ kind: 'key' } & Members)
  /** The key of group `group` comes to its end. */
  | ({ kind: 'value'; group: number } & Members);

/**
 * An object whose properties come in any order, each once, the required ones among them. XGrammar's any_order does not
 * look at which keys come, only at how many; an object that is valid by the schema is what both allow.
 */
export class AnyOrderObject implements Control {
  readonly id: number;
  readonly #marks: ObjectMarks;
  readonly #shape: ObjectShape;
  readonly #required: number;
  readonly #states = new StateTable<ObjectState | null>();
  readonly #used = new UsedKeyTable();

  constructor(numbers: NodeNumbers, marks: ObjectMarks, shape: ObjectShape) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    this.#required = shape.named.filter(({ required }) => required).length;
    this.#states.number('start', () => null);
  }

  moves(number: number): readonly (Move | null)[] {
    const state = this.#states.at(number);
    if (state === null) {
      return [{ child: this.#marks.openObject, after: this.#number({ kind: 'members', named: [], used: null }) }];
    }
    const { kind, named, used } = state;
    if (kind === 'members') return this.#memberMoves(state);
    if (kind === 'value') {
      return [{ child: this.#shape.others[state.group].value, after: this.#number({ kind: 'members', named, used }) }];
    }
    return this.#shape.others.flatMap(({ key }, group): Move[] => {
      if (key.keys.size <= keysOf(used).filter((name) => key.keys.has(name)).length) return [];
      const after = this.#number({ kind: 'value', group, named, used });
      return [{ child: key, childState: key.startWith(used), after }];
    });
  }

  received(number: number, key: string): number {
    const state = this.#states.at(number) as ObjectState & { kind: 'value' };
    return this.#number({ ...state, used: this.#used.with(state.used, key) });
  }

  #memberMoves({ named, used }: Members): Move[] {
    const { min, max } = this.#shape;
    const count = named.length + (used?.count ?? 0);
    const missing = this.#required - named.filter((i) => this.#shape.named[i].required).length;
    const moves: Move[] = [];
    this.#shape.named.forEach((property, i) => {
      if (named.includes(i) || count + (property.required ? missing : missing + 1) > max) return;
      const child = count === 0 ? property.first : property.later;
      const among = [...named, i].sort((a, b) => a - b);
      moves.push({ child, after: this.#number({ kind: 'members', named: among, used }) });
    });
    if (this.#otherKeys(used) > 0 && count + missing + 1 <= max) moves.push(...this.#keyMoves(count, { named, used }));
    if (missing === 0 && count >= min) {
      moves.push({ child: count === 0 ? this.#marks.closeEmptyObject : this.#marks.closeObject, after: undefined });
    }
    return moves;
  }

  #keyMoves(count: number, members: Members): Move[] {
    const key = this.#number({ kind: 'key', ...members });
    const before = count === 0 ? this.#marks.beforeFirst : this.#marks.comma;
    return before === undefined ? (this.moves(key) as Move[]) : [{ child: before, after: key }];
  }

  /** How many keys are left that the schema does not name. */
  #otherKeys(used: UsedKeys | null): number {
    return this.#shape.others.reduce((sum, { key }) => sum + key.keys.size, 0) - (used?.count ?? 0);
  }

  #number(state: ObjectState): number {
    const group = state.kind === 'value' ? state.group : '';
    const key = `${state.kind},${group},${state.used?.id ?? ''},${state.named.join(' ')}`;
    return this.#states.number(key, () => state);
  }
}
