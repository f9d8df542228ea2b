import type { Automaton } from '../regular/automaton.ts';
import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import { firstByte, nextByte, type Partial } from './utf8.ts';

/** Automaton over the content of a string. `forMasks` is its version of `Terminal.maskState`. */
export interface StringContent extends Automaton {
  forMasks?(state: number, longestToken: number): number;
  /** Returns whether any text, also the empty one, is accepted from `state`. */
  isAny?(state: number): boolean;
}

/** Position in the JSON spelling of a string. `at` is the state of the content automaton. */
type StringState =
  | { kind: 'opening' | 'inside' | 'escape' | 'closed'; at: number }
  | { kind: 'utf8'; at: number; partial: Partial }
  /** Inside \u: `value` of the `digits` hexadecimal digits so far. `lead` is the preceding high surrogate, or 0. */
  | { kind: 'hex'; at: number; digits: number; value: number; lead: number }
  /** After an escaped high surrogate, which a `\u` escape of a low one must follow. */
  | { kind: 'lead' | 'lead-escape'; at: number; lead: number };

const SHORT: Record<string, number> = { '"': 34, '\\': 92, '/': 47, b: 8, f: 12, n: 10, r: 13, t: 9 };
const QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const U = 0x75;

interface StringSpelling {
  /** Forbids escapes. */
  plain?: boolean;
  /** Uses single quotes, as Python does. Everything else is as in JSON. */
  single?: boolean;
}

/** JSON string, with quotes and escapes, whose content an automaton accepts. */
export class StringTerminal implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #content: StringContent;
  readonly #plain: boolean;
  readonly #quote: number;
  readonly #states = new StateTable<StringState>();
  readonly #cache = new StepCache();

  /** `content` must accept at least one text. */
  constructor(numbers: NodeNumbers, content: StringContent, { plain = false, single = false }: StringSpelling = {}) {
    this.id = numbers.next();
    this.#content = content;
    this.#plain = plain;
    this.#quote = single ? SINGLE_QUOTE : QUOTE;
    this.start = this.opening(content.start as number);
  }

  /** Returns the state before the opening quote, with the content automaton in state `at`. */
  opening(at: number): number {
    return this.#number({ kind: 'opening', at });
  }

  step(state: number, byte: number): number {
    return this.#cache.step(state, byte, this.#compute);
  }

  final(state: number): boolean {
    return this.#states.at(state).kind === 'closed';
  }

  /** Returns whether the state is inside the string, between two characters. */
  betweenCharacters(state: number): boolean {
    return this.#states.at(state).kind === 'inside';
  }

  maskState(state: number, longestToken: number): number {
    const { kind, at } = this.#states.at(state);
    if (kind !== 'inside' || !this.#content.forMasks) return state;
    return this.#number({ kind, at: this.#content.forMasks(at, longestToken) });
  }

  commonText(state: number): string | undefined {
    const { kind, at } = this.#states.at(state);
    const isAny = kind === 'inside' && !this.#plain && this.#content.isAny?.(at);
    if (!isAny) return undefined;
    return this.#quote === QUOTE ? 'any JSON string' : 'any string in single quotes';
  }

  /** Returns the state of the content automaton. */
  contentAt(state: number): number {
    return this.#states.at(state).at;
  }

  readonly #compute = (number: number, byte: number): number => {
    const state = this.#states.at(number);
    const { at } = state;
    switch (state.kind) {
      case 'opening':
        return byte === this.#quote ? this.#number({ kind: 'inside', at }) : -1;
      case 'inside':
        if (byte === this.#quote) return this.#content.accepts(at) ? this.#number({ kind: 'closed', at }) : -1;
        if (byte === BACKSLASH && this.#plain) return -1;
        if (byte === BACKSLASH) return this.#ifAny(at, 0, 0x10ffff, { kind: 'escape', at });
        return byte < 0x20 ? -1 : this.#utf8(at, firstByte(byte));
      case 'utf8':
        return this.#utf8(at, nextByte(state.partial, byte));
      case 'escape': {
        if (byte === U) return this.#number({ kind: 'hex', at, digits: 0, value: 0, lead: 0 });
        const code = byte === this.#quote ? byte : SHORT[String.fromCharCode(byte)];
        return code === undefined ? -1 : this.#character(at, code);
      }
      case 'lead':
        return byte === BACKSLASH ? this.#number({ kind: 'lead-escape', at, lead: state.lead }) : -1;
      case 'lead-escape':
        return byte === U ? this.#number({ kind: 'hex', at, digits: 0, value: 0, lead: state.lead }) : -1;
      case 'hex':
        return this.#hex(state, byte);
      case 'closed':
        return -1;
    }
  };

  #hex(state: StringState & { kind: 'hex' }, byte: number): number {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) return -1;
    const { at, lead } = state;
    const digits = state.digits + 1;
    const value = state.value * 16 + digit;
    const width = 16 ** (4 - digits);
    const [low, high] = [value * width, value * width + width - 1];
    if (lead > 0) {
      const [from, to] = [Math.max(low, 0xdc00), Math.min(high, 0xdfff)];
      if (from > to) return -1;
      if (digits === 4) return this.#character(at, pair(lead, value));
      return this.#ifAny(at, pair(lead, from), pair(lead, to), { kind: 'hex', at, digits, value, lead });
    }
    if (digits === 4) {
      if (value < 0xd800 || value > 0xdbff) return this.#character(at, value);
      return this.#ifAny(at, pair(value, 0xdc00), pair(value, 0xdfff), { kind: 'lead', at, lead: value });
    }
    const after: StringState = { kind: 'hex', at, digits, value, lead };
    const [from, to] = [Math.max(low, 0xd800), Math.min(high, 0xdbff)];
    const byPair = from <= to && this.#content.reaches(at, pair(from, 0xdc00), pair(to, 0xdfff));
    return byPair ? this.#number(after) : this.#ifAny(at, low, high, after);
  }

  #utf8(at: number, partial: Partial | null): number {
    if (partial === null) return -1;
    if (partial.left === 0) return this.#character(at, partial.low);
    return this.#ifAny(at, partial.low, partial.high, { kind: 'utf8', at, partial });
  }

  #character(at: number, code: number): number {
    const next = this.#content.next(at, code);
    return next === undefined ? -1 : this.#number({ kind: 'inside', at: next });
  }

  #ifAny(at: number, low: number, high: number, state: StringState): number {
    return this.#content.reaches(at, low, high) ? this.#number(state) : -1;
  }

  #number(state: StringState): number {
    return this.#states.number(stateKey(state), () => state);
  }
}

function pair(lead: number, trail: number): number {
  return 0x10000 + (lead - 0xd800) * 0x400 + (trail - 0xdc00);
}

function stateKey(state: StringState): string {
  const { kind, at } = state;
  switch (kind) {
    case 'utf8':
      return `${kind},${at},${state.partial.low},${state.partial.left}`;
    case 'hex':
      return `${kind},${at},${state.digits},${state.value},${state.lead}`;
    case 'lead':
    case 'lead-escape':
      return `${kind},${at},${state.lead}`;
    default:
      return `${kind},${at}`;
  }
}
