import { CheckpointError } from './checkpoint.ts';

export interface JsonBounds {
  /** Values, keys not counted. */
  values: number;
  /** Arrays and objects in one another. */
  depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Throws `CheckpointError` for JSON of more values or deeper than allowed, before it is parsed: a file from elsewhere
 * would otherwise grow many times in memory.
 */
export function checkJsonBounds(path: string, json: Uint8Array, { values, depth }: JsonBounds): void {
  let count = 1;
  let open = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = endOfString(json, i + 1);
    else if (byte === COMMA) count += 1;
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) open -= 1;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      count += 1;
      open += 1;
    } else continue;
    if (count > values) throw new CheckpointError(`${path}: more than ${values} values in its JSON`);
    if (open > depth) throw new CheckpointError(`${path}: JSON nested deeper than ${depth}`);
  }
}

function endOfString(json: Uint8Array, start: number): number {
  for (let i = start; i < json.length; i++) {
    if (json[i] === BACKSLASH) i += 1;
    else if (json[i] === QUOTE) return i;
  }
  return json.length;
}
