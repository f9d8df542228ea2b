import type { AdapterModule } from '../checkpoint/adapter-files.ts';
import { blockElements, type CheckpointTensor, rowBytes } from '../checkpoint/checkpoint.ts';
import type { ModelConfig } from '../checkpoint/config.ts';
import { expectedShapes, isOfExpert, isRouter } from '../checkpoint/expected-tensors.ts';
import { float32ToStored, type WrittenType } from '../checkpoint/float32-stored.ts';
import { ggufHeader, ggufPadding, stringPair, u32Pair } from '../checkpoint/gguf-bytes.ts';
import { ggufName, isPermuted, permutedRow, stackedName, storedOffset } from '../checkpoint/gguf-layout.ts';
import { readTextFiles } from '../text/model-text.ts';
import { ggufArchitecture, ggufConfigPairs, ropeTensors } from './gguf-config-pairs.ts';
import { sizeLabel } from './gguf-size-label.ts';
import { ggufTextPairs } from './gguf-text-pairs.ts';
import type { MergedFile, MergeSource } from './merged-file.ts';
import { isVector, mergedRows, moduleOf, rowSlices, SLICE, tensorOf } from './merged-rows.ts';

/** Values of `general.file_type` (llama.h). */
const FILE_TYPES: Record<WrittenType, number> = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q8_0: 7, bf16: 32 };
/** `general.file_type` of files that are not quantised except for MXFP4 experts. */
const PLAIN_BUT_MXFP4 = 38;
/** Version of ggml's block formats. */
const QUANTIZATION_VERSION = 2;

interface GgufTensor {
  name: string;
  type: WrittenType | 'mxfp4';
  shape: readonly number[];
  bytes: number;
  content(): Iterable<Uint8Array>;
}

/**
 * Returns a GGUF file for llama.cpp. The output is deterministic. Throws `GgufRefusal` for a model that GGUF cannot
 * represent, and `CheckpointError`.
 */
export function mergedGguf(source: MergeSource, type: WrittenType, slice = SLICE): MergedFile {
  const { config } = source.checkpoint;
  const tensors = [...rotaryTensors(config), ...weightTensors(source, type, slice)];
  const pairs = [
    stringPair('general.architecture', ggufArchitecture(config)),
    stringPair('general.type', 'model'),
    stringPair('general.name', source.name),
    stringPair('general.size_label', sizeLabel(tensors)),
    u32Pair('general.file_type', fileType(type, tensors)),
    u32Pair('general.quantization_version', QUANTIZATION_VERSION),
    ...ggufConfigPairs(config),
    ...ggufTextPairs(readTextFiles(source.path)),
  ];
  const header = ggufHeader(pairs, tensors);
  return {
    bytes: tensors.reduce((sum, { bytes }) => sum + bytes + ggufPadding(bytes).length, header.length),
    *chunks() {
      yield header;
      for (const { bytes, content } of tensors) {
        yield* content();
        yield ggufPadding(bytes);
      }
    },
  };
}

function fileType(type: WrittenType, tensors: readonly GgufTensor[]): number {
  const isPlain = type === 'f32' || type === 'f16' || type === 'bf16';
  return isPlain && tensors.some((tensor) => tensor.type === 'mxfp4') ? PLAIN_BUT_MXFP4 : FILE_TYPES[type];
}

function rotaryTensors(config: ModelConfig): GgufTensor[] {
  return [...ropeTensors(config)].map(([name, values]) => {
    const bytes = float32ToStored('f32', values);
    return { name, type: 'f32', shape: [values.length], bytes: bytes.length, content: () => [bytes] };
  });
}

function weightTensors({ checkpoint, adapter }: MergeSource, type: WrittenType, slice: number): GgufTensor[] {
  const { config } = checkpoint;
  // GGUF stacks the tensors of a layer's experts into one, in the order of experts.
  const together = Map.groupBy(expectedShapes(config).keys(), (name) => stackedName(name) ?? name);
  return [...together].map(([whole, names]) => {
    const tensors = names.map((name) => tensorOf(checkpoint, name));
    const isChanged = names.some((name) => moduleOf(adapter, name) !== undefined);
    const stored = storedAs(type, tensors[0], { config, isChanged });
    const { rows, cols } = tensors[0];
    const ofOne = isVector(whole) ? [cols] : [rows, cols];
    return {
      name: ggufName(config, whole),
      type: stored,
      shape: stackedName(names[0]) === null ? ofOne : [names.length, ...ofOne],
      bytes: names.length * rows * rowBytes(stored, cols),
      *content() {
        for (const tensor of tensors) {
          yield* tensorBytes(tensor, moduleOf(adapter, tensor.name), stored, config, slice);
        }
      },
    };
  });
}

/**
 * Returns the type to store a tensor in, by the rules of llama.cpp's own tools: vectors and routers are f32, and a
 * matrix whose rows are not a whole number of blocks is f16. The LM head, or the embedding if tied, is never stored in
 * 4 bits. MXFP4 experts that no adapter changes stay MXFP4 in any file.
 */
function storedAs(
  type: WrittenType,
  tensor: CheckpointTensor,
  { config, isChanged }: { config: ModelConfig; isChanged: boolean },
): GgufTensor['type'] {
  const { name, cols } = tensor;
  if (tensor.type === 'mxfp4' && isOfExpert(name) && !isChanged) return 'mxfp4';
  if (isVector(name) || isRouter(name)) return 'f32';
  const isHead = name === (config.tie_word_embeddings ? 'model.embed_tokens.weight' : 'lm_head.weight');
  const wanted = isHead && (type === 'q4_0' || type === 'q4_1') ? 'q8_0' : type;
  return cols % blockElements(wanted) === 0 ? wanted : 'f16';
}

/** Yields a tensor's bytes. An unchanged tensor of the same type is copied: requantising could change its values. */
function* tensorBytes(
  tensor: CheckpointTensor,
  module: AdapterModule | undefined,
  type: GgufTensor['type'],
  config: ModelConfig,
  slice: number,
): Generator<Uint8Array> {
  const moves = isPermuted(config, tensor.name);
  const offset = storedOffset(config, tensor.name);
  for (const rows of rowSlices(tensor, slice, moves ? config.head_dim : 1)) {
    const isCopied = tensor.type === type && module === undefined && offset === 0;
    const bytes =
      isCopied || type === 'mxfp4'
        ? tensor.readRows(rows.start, rows.count)
        : float32ToStored(
            type,
            mergedRows(tensor, module, rows).map((value) => value + offset),
          );
    const count = isVector(tensor.name) ? tensor.cols : rows.count;
    yield moves ? permuted(bytes, count, config.head_dim) : bytes;
  }
}

/** Reorders `count` rows, which are whole heads, into GGUF's order. */
function permuted(bytes: Uint8Array, count: number, headDim: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  const stride = bytes.length / count;
  for (let row = 0; row < count; row++) {
    out.set(bytes.subarray(row * stride, (row + 1) * stride), permutedRow(row, headDim) * stride);
  }
  return out;
}
