import { CheckpointError } from './checkpoint.ts';
import type { FileBytes } from './file-bytes.ts';
import { checkJsonBounds, isJsonObject } from './json-file.ts';

/** A tensor as the header declares it; `begin` and `end` are byte offsets in the file. */
export interface SafetensorsEntry {
  name: string;
  dtype: string;
  shape: number[];
  begin: number;
  end: number;
}

interface SafetensorsHeader {
  entries: Map<string, SafetensorsEntry>;
  metadata: Record<string, string>;
}

/** Maximum bytes of a header, enough for some 60,000 tensors. Parsing may take thirty times as much memory. */
const LARGEST_HEADER = 8 * 2 ** 20;
const HEADER_BOUNDS = { values: 1_000_000, depth: 8 };
/** Maximum dimensions of a tensor. More are useless, and the product of very many would take hours. */
const MAX_DIMENSIONS = 16;
const DTYPE_BYTES: Record<string, number | undefined> = {
  F64: 8,
  F32: 4,
  F16: 2,
  BF16: 2,
  F8_E4M3: 1,
  F8_E5M2: 1,
  I64: 8,
  I32: 4,
  I16: 2,
  I8: 1,
  U64: 8,
  U32: 4,
  U16: 2,
  U8: 1,
  BOOL: 1,
};

/**
 * Reads and checks a safetensors header by the rules of the format: known dtypes, no duplicate keys, and tensors that
 * cover the data without gaps, overlaps or trailing bytes. Throws `CheckpointError`.
 */
export function readSafetensorsHeader(file: FileBytes): SafetensorsHeader {
  const fail = (what: string): never => {
    throw new CheckpointError(`${file.path}: ${what}`);
  };
  if (file.size < 8) fail(`not a safetensors file: only ${file.size} bytes`);
  const length = new DataView(file.read(0, 8).buffer).getBigUint64(0, true);
  if (length > BigInt(file.size - 8)) {
    fail(`truncated or corrupt: a header of ${length} bytes; the file has ${file.size}`);
  }
  if (length > BigInt(LARGEST_HEADER)) fail(`a header of ${length} bytes; at most ${LARGEST_HEADER} are allowed`);
  const json = parseHeader(file, Number(length));
  const { __metadata__: metadata = {}, ...tensors } = json;
  if (!isJsonObject(metadata) || !Object.values(metadata).every((value) => typeof value === 'string')) {
    fail('corrupt: __metadata__ must map strings to strings');
  }
  const dataStart = 8 + Number(length);
  const entries = Object.entries(tensors).map(([name, value]) => checkEntry(file.path, name, value, dataStart));
  checkCoverage(file, entries, dataStart);
  return {
    entries: new Map(entries.map((entry) => [entry.name, entry])),
    metadata: metadata as Record<string, string>,
  };
}

function parseHeader(file: FileBytes, length: number): Record<string, unknown> {
  const bytes = file.read(8, length);
  checkJsonBounds(`${file.path}: header`, bytes, HEADER_BOUNDS);
  let json: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text);
  } catch (error) {
    throw new CheckpointError(`${file.path}: corrupt header: ${(error as Error).message}`, { cause: error });
  }
  if (!isJsonObject(json)) throw new CheckpointError(`${file.path}: corrupt header: not a JSON object`);
  const twice = duplicateKey(text);
  if (twice !== null) throw new CheckpointError(`${file.path}: corrupt header: ${JSON.stringify(twice)} appears twice`);
  return json;
}

function checkEntry(path: string, name: string, value: unknown, dataStart: number): SafetensorsEntry {
  const fail = (what: string): never => {
    throw new CheckpointError(`${path}: tensor ${name}: corrupt: ${what}`);
  };
  if (!isJsonObject(value)) return fail('its entry is not an object');
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== 'string') return fail('dtype must be a string');
  const size = DTYPE_BYTES[dtype];
  if (size === undefined) return fail(`unknown dtype ${JSON.stringify(dtype)}`);
  if (!isCounts(shape)) return fail('shape must be an array of whole numbers');
  if (shape.length > MAX_DIMENSIONS) return fail(`${shape.length} dimensions; at most ${MAX_DIMENSIONS} are allowed`);
  if (!isCounts(offsets) || offsets.length !== 2) return fail('data_offsets must be two whole numbers');
  const bytes = shape.reduce((product, dim) => product * BigInt(dim), BigInt(size));
  if (bytes !== BigInt(offsets[1] - offsets[0])) {
    fail(`shape [${shape}] of ${dtype} takes ${bytes} bytes, but its data_offsets span ${offsets[1] - offsets[0]}`);
  }
  return { name, dtype, shape, begin: dataStart + offsets[0], end: dataStart + offsets[1] };
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

function checkCoverage(file: FileBytes, entries: SafetensorsEntry[], dataStart: number): void {
  let end = dataStart;
  for (const entry of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (entry.end > file.size) {
      throw new CheckpointError(
        `${file.path}: tensor ${entry.name}: truncated or corrupt: it ends at byte ${entry.end} of ${file.size}`,
      );
    }
    if (entry.begin !== end) {
      const what = entry.begin < end ? 'overlaps the one before' : 'leaves a gap before it';
      throw new CheckpointError(`${file.path}: tensor ${entry.name}: corrupt: ${what}`);
    }
    end = entry.end;
  }
  if (end !== file.size)
    throw new CheckpointError(`${file.path}: corrupt: ${file.size - end} bytes after the last tensor`);
}

/**
 * Returns the first key that appears twice in one object of `json`, or null. `JSON.parse` silently keeps the last
 * value, so other readers could see different content. `json` must be valid JSON (parse it first).
 */
function duplicateKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;
  for (const match of json.matchAll(token)) {
    const text = match[0];
    if (text === '{') open.push(new Set());
    else if (text === '[') open.push(null);
    else if (text === '}' || text === ']') open.pop();
    else if (match[1] !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(text.slice(0, text.length - match[1].length)) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}
