import { CheckpointError, type CheckpointTensor, rowBytes, type StoredType } from './checkpoint.ts';
import { type Mixture, type ModelConfig, mixtureOf } from './config.ts';
import type { PlacedEntry } from './quantized/module-tensors.ts';

/** Name of a gpt-oss tensor that holds all experts of a layer, for one of the two matrices. */
const OF_EXPERTS = /^(model\.layers\.\d+\.mlp\.experts)\.(gate_up_proj|down_proj)(_bias|_blocks|_scales)?$/;
/** Bytes of an MXFP4 block in ggml's layout: one byte of scale, 16 bytes of element pairs. */
const BLOCK_BYTES = 17;

/** The rows of an expert's stored matrix that belong to one projection: every `step`-th row from `first`. */
interface Part {
  name: string;
  rows: number;
  first: number;
  step: number;
}

/**
 * Removes the tensors of gpt-oss's experts from `placed`, and returns one tensor per expert and projection, by the
 * names of expected-tensors.ts. Gate and up rows are interleaved in one tensor, gate first. MXFP4 is stored as
 * `gate_up_proj_blocks` [X, 2 F, D / 32, 16], bytes of element pairs, and `gate_up_proj_scales` [X, 2 F, D / 32].
 * Floats are stored transposed: `gate_up_proj` [X, D, 2 F]. `down_proj` is alike, with D rows of F. Throws
 * `CheckpointError` if a shape or type differs from the config.
 */
export function gptOssExperts(config: ModelConfig, placed: Map<string, PlacedEntry>): Map<string, CheckpointTensor> {
  const tensors = new Map<string, CheckpointTensor>();
  const reader = new HeldRead();
  const mixture = mixtureOf(config);
  if (!mixture) return tensors;
  for (const [name, place] of [...placed]) {
    const [, at, matrix, form] = OF_EXPERTS.exec(name) ?? [];
    if (at === undefined || form === '_scales') continue;
    placed.delete(name);
    const scales = placed.get(name.replace(/_blocks$/, '_scales'));
    if (form === '_blocks') placed.delete(name.replace(/_blocks$/, '_scales'));
    for (const part of partsOf(matrix, config, mixture)) {
      for (const tensor of ofEachExpert({ at, form, place, scales, reader }, part, config, mixture)) {
        tensors.set(tensor.name, tensor);
      }
    }
  }
  return tensors;
}

function partsOf(matrix: string, { hidden_size: D }: ModelConfig, { width: F }: Mixture): Part[] {
  if (matrix === 'down_proj') return [{ name: 'down_proj', rows: D, first: 0, step: 1 }];
  return [
    { name: 'gate_proj', rows: F, first: 0, step: 2 },
    { name: 'up_proj', rows: F, first: 1, step: 2 },
  ];
}

interface Stored {
  at: string;
  form: string | undefined;
  place: PlacedEntry;
  scales: PlacedEntry | undefined;
  reader: HeldRead;
}

function ofEachExpert(stored: Stored, part: Part, config: ModelConfig, mixture: Mixture): CheckpointTensor[] {
  const { at, form, place, scales, reader } = stored;
  const { experts: X, width: F } = mixture;
  const rows = part.rows * part.step;
  const cols = part.name === 'down_proj' ? F : config.hidden_size;
  const names = Array.from({ length: X }, (_, expert) => `${at}.${expert}.${part.name}`);
  if (form === '_bias') {
    const type = plainType(place, [X, rows]);
    return names.map((name, expert) => {
      const readRows = (start: number, count: number) => {
        const size = rowBytes(type, 1);
        const all = place.file.readBytes(place.entry, expert * rows * size, rows * size);
        return start === 0 && count > 0 ? everyElement(all, part, part.rows, size) : new Uint8Array(0);
      };
      return { name: `${name}.bias`, rows: 1, cols: part.rows, type, readRows };
    });
  }
  const read = form === '_blocks' ? blocks(place, scales, [X, rows, cols]) : transposed(place, [X, cols, rows], reader);
  return names.map((name, expert) => {
    const readRows = (start: number, count: number) => read.rows(expert, part, start, count);
    return { name: `${name}.weight`, rows: part.rows, cols, type: read.type, readRows };
  });
}

interface MatrixReader {
  type: StoredType;
  rows(expert: number, part: Part, start: number, count: number): Uint8Array;
}

/** Reads MXFP4 in ggml's order, which pairs elements i and i + 16 in a byte; the file pairs 2 i and 2 i + 1. */
function blocks(place: PlacedEntry, scales: PlacedEntry | undefined, [X, rows, cols]: readonly number[]): MatrixReader {
  if (!scales) throw new CheckpointError(`${place.file.path}: tensor ${place.entry.name} has no scales`);
  const count = Math.floor(cols / 32);
  check(place, ['U8'], [X, rows, count, 16]);
  check(scales, ['U8'], [X, rows, count]);
  return {
    type: 'mxfp4',
    rows: (expert, { first, step }, start, wanted) => {
      const row = expert * rows + first + start * step;
      // One read from the first row to the last, including the other projection's rows in between.
      const span = Math.max(0, (wanted - 1) * step + 1);
      const pairs = place.file.readBytes(place.entry, row * count * 16, span * count * 16);
      const exponents = scales.file.readBytes(scales.entry, row * count, span * count);
      const out = new Uint8Array(wanted * count * BLOCK_BYTES);
      for (let block = 0; block < wanted * count; block++) {
        const from = Math.floor(block / count) * step * count + (block % count);
        packBlock(exponents[from], pairs.subarray(from * 16, from * 16 + 16), out, block * BLOCK_BYTES);
      }
      return out;
    },
  };
}

function packBlock(exponent: number, pairs: Uint8Array, out: Uint8Array, at: number): void {
  out[at] = exponent;
  for (let i = 0; i < 16; i++) {
    const shift = 4 * (i & 1);
    const [low, high] = [pairs[i >> 1] >> shift, pairs[8 + (i >> 1)] >> shift];
    out[at + 1 + i] = (low & 15) | ((high & 15) << 4);
  }
}

/** Reads rows of a transposed matrix. The first read of an expert loads its whole matrix, which `reader` keeps. */
function transposed(place: PlacedEntry, [X, cols, rows]: readonly number[], reader: HeldRead): MatrixReader {
  const type = plainType(place, [X, cols, rows]);
  const size = rowBytes(type, 1);
  return {
    type,
    rows: (expert, { first, step }, start, wanted) => {
      const all = reader.bytes(place, expert * cols * rows * size, cols * rows * size);
      const out = new Uint8Array(wanted * cols * size);
      for (let col = 0; col < cols; col++) {
        for (let i = 0; i < wanted; i++) {
          const from = (col * rows + first + (start + i) * step) * size;
          const to = (i * cols + col) * size;
          for (let byte = 0; byte < size; byte++) out[to + byte] = all[from + byte];
        }
      }
      return out;
    },
  };
}

/** Reads tensors and caches the last read, one for all tensors: callers read the slices of one expert in sequence. */
class HeldRead {
  #last: { place: PlacedEntry; offset: number; bytes: Uint8Array } | undefined;

  /** Reads `length` bytes of the tensor from its byte `offset`; read-only. An offset must always have one length. */
  bytes(place: PlacedEntry, offset: number, length: number): Uint8Array {
    if (this.#last?.place !== place || this.#last.offset !== offset) {
      this.#last = { place, offset, bytes: place.file.readBytes(place.entry, offset, length) };
    }
    return this.#last.bytes;
  }
}

function everyElement(all: Uint8Array, { first, step }: Part, count: number, size: number): Uint8Array {
  const out = new Uint8Array(count * size);
  for (let i = 0; i < count; i++) {
    const from = (first + i * step) * size;
    out.set(all.subarray(from, from + size), i * size);
  }
  return out;
}

function plainType(place: PlacedEntry, shape: readonly number[]): StoredType {
  check(place, undefined, shape);
  return place.file.plainType(place.entry);
}

function check({ file, entry }: PlacedEntry, dtypes: readonly string[] | undefined, shape: readonly number[]): void {
  const fail = (what: string): never => {
    throw new CheckpointError(`${file.path}: tensor ${entry.name}: ${what}`);
  };
  if (dtypes && !dtypes.includes(entry.dtype)) {
    fail(`stored as ${entry.dtype}; allowed: ${dtypes.join(', ')}`);
  }
  if (entry.shape.length !== shape.length || entry.shape.some((size, i) => size !== shape[i])) {
    fail(`is [${entry.shape}]; the config requires [${shape}]`);
  }
}
