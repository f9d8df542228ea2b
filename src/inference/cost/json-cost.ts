/** Cost of a JSON text once it is parsed. */
export interface JsonCost {
  /** Nesting depth of lists and objects. */
  depth: number;
  /** Number of keys and values; four numbers count as one. */
  nodes: number;
  /** Approximate upper bound of its heap, in bytes, including the text itself. */
  heap: number;
}

/** Most bytes that V8 takes for a number, a string, and a container, including the slot in a list or object. */
const NUMBER = 24;
const STRING = 48;
const CONTAINER = 72;
/** Bytes of a key in an object with an already known shape, and of a key that creates a new shape. */
const KEY = 24;
const NEW_SHAPE = 320;
/** Bytes of a numeric key: V8 stores these in a table. */
const NUMBER_KEY = 240;

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COLON] = [code('"'), code('\\'), code(':')];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [code('['), code(']'), code('{'), code('}')];
const [ZERO, NINE, MINUS] = [code('0'), code('9'), code('-')];
const [TRUE, FALSE, NULL] = [code('t'), code('f'), code('n')];

/** Objects nested deeper share one entry of the shape stack. */
const DEEPEST_SHAPE = 255;
/** Bits of the hash that distinguishes object shapes. */
const SHAPE_BITS = 18;
const SHAPES = 2 ** SHAPE_BITS;

/**
 * Estimates the cost of JSON text in one pass, without parsing it. Check it before `JSON.parse`: if a heap fills up
 * there, V8 ends the whole process, not just the thread. The scan stops when `depth` exceeds `deepest`. For invalid
 * JSON the result is arbitrary.
 */
export function jsonCost(text: Uint8Array, deepest = Number.POSITIVE_INFINITY): JsonCost {
  return new JsonScan(text, deepest).cost();
}

class JsonScan {
  readonly #text: Uint8Array;
  readonly #deepest: number;
  /** Hash of the keys so far for each open object; entries of lists are never read. */
  readonly #shapes = new Int32Array(DEEPEST_SHAPE + 1);
  readonly #seen = new Uint8Array(SHAPES);
  /** Random, so that a sender cannot construct colliding shapes. */
  readonly #seed = Math.floor(Math.random() * 2 ** 31);

  constructor(text: Uint8Array, deepest: number) {
    this.#text = text;
    this.#deepest = deepest;
  }

  cost(): JsonCost {
    const text = this.#text;
    const { length } = text;
    let [depth, maxDepth, nodes, numbers, heap] = [0, 0, 0, 0, 3 * length];
    for (let at = 0; at < length; at++) {
      const byte = text[at];
      if (byte === QUOTE) {
        const end = endOfString(text, at + 1);
        const isKey = text[afterSpace(text, end + 1)] === COLON;
        heap += isKey ? this.#key(at + 1, end, depth) : STRING;
        nodes++;
        at = end;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++;
        nodes++;
        heap += CONTAINER;
        if (depth > maxDepth) maxDepth = depth;
        if (depth > this.#deepest) break;
        this.#shapes[Math.min(depth, DEEPEST_SHAPE)] = this.#seed;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth--;
      } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
        numbers++;
        heap += NUMBER;
        at = endOfNumber(text, at + 1) - 1;
      } else if (byte === TRUE || byte === FALSE || byte === NULL) {
        nodes++;
        heap += NUMBER;
        at += byte === FALSE ? 4 : 3;
      }
    }
    return { depth: maxDepth, nodes: nodes + Math.ceil(numbers / 4), heap };
  }

  /** Returns the bytes of heap for the key from `start` to `end`, in the open object at `depth`. */
  #key(start: number, end: number, depth: number): number {
    const text = this.#text;
    const place = Math.min(depth, DEEPEST_SHAPE);
    let hash = this.#shapes[place];
    let isNumber = end > start;
    for (let at = start; at < end; at++) {
      const byte = text[at];
      hash = Math.imul(hash ^ byte, 0x01000193);
      isNumber &&= byte >= ZERO && byte <= NINE;
    }
    // Marks the end of the key: no key contains an unescaped quote.
    hash = Math.imul(hash ^ QUOTE, 0x01000193);
    this.#shapes[place] = hash;
    if (isNumber) return NUMBER_KEY;
    const shape = (hash ^ (hash >>> SHAPE_BITS)) & (SHAPES - 1);
    if (this.#seen[shape] === 1) return KEY;
    this.#seen[shape] = 1;
    return NEW_SHAPE;
  }
}

/** Returns the index of the quote that ends a string, or the text's length. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === BACKSLASH) at++;
    else if (text[at] === QUOTE) return at;
  }
  return text.length;
}

function afterSpace(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && (text[at] === 0x20 || text[at] === 0x0a || text[at] === 0x0d || text[at] === 0x09)) at++;
  return at;
}

/** Returns the index after the digits, signs, points and exponents from `start` on. */
function endOfNumber(text: Uint8Array, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const byte = text[at];
    const isPart = (byte >= 0x2b && byte <= NINE && byte !== 0x2c && byte !== 0x2f) || byte === 0x65 || byte === 0x45;
    if (!isPart) break;
  }
  return at;
}
