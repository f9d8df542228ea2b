import { CheckpointError, type CheckpointTensor, rowBytes, type StoredType } from './checkpoint.ts';
import { type Mixture, type ModelConfig, mixtureOf } from './config.ts';
import type { PlacedEntry } from './quantized/module-tensors.ts';

/** What gpt-oss has of all experts of a layer, for one of its two matrices. */
const OF_EXPERTS = /^(model\.layers\.\d+\.mlp\.experts)\.(gate_up_proj|down_proj)(_bias|_blocks|_scales)?$/;
/** Bytes of a block of MXFP4 as ggml has it: one of scale, 16 of pairs of elements. */
const BLOCK_BYTES = 17;

/** Which rows of its stored matrix a part of an expert has: each `step`-th, from `first` on. */
interface Part {
  name: string;
  rows: number;
  first: number;
  step: number;
}

/**
 * Takes the tensors of gpt-oss's experts out of `placed`, and gives those of each expert apart, by the names of
 * expected-tensors.ts. A layer has its gates and ups in one, each gate before its up: in MXFP4 as bytes of pairs
 * `gate_up_proj_blocks` [X, 2 F, D / 32, 16] and scales [X, 2 F, D / 32], or, as transformers writes them otherwise,
 * transposed, `gate_up_proj` [X, D, 2 F]; `down_proj` likewise with D rows of F. Throws `CheckpointError` for one of
 * another shape or type than the config tells.
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

/** MXFP4 in the order of ggml: elements i and i + 16 of a block are one byte there, 2 i and 2 i + 1 here. */
function blocks(place: PlacedEntry, scales: PlacedEntry | undefined, [X, rows, cols]: readonly number[]): MatrixReader {
  if (!scales) throw new CheckpointError(`${place.file.path}: tensor ${place.entry.name} has no scales`);
  const count = Math.floor(cols / 32);
  check(place, ['U8'], [X, rows, count, 16]);
  check(scales, ['U8'], [X, rows, count]);
  return {
    type: 'mxfp4',
    rows: (expert, { first, step }, start, wanted) => {
      const row = expert * rows + first + start * step;
      // From the first row to the last, with what lies between.
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

/** Rows of a matrix whose columns are stored: all of an expert's is read for the first of them, and held. */
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

/** Reads tensors and holds what it read last, of all tensors together: slices of one expert are asked for in turn. */
class HeldRead {
  #last: { place: PlacedEntry; offset: number; bytes: Uint8Array } | undefined;

  /** `length` bytes of the tensor from its byte `offset`, not to be written to; one offset has one length. */
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
    fail(`is [${entry.shape}]; the config tells [${shape}]`);
  }
}
