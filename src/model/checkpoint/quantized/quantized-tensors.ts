import type { CheckpointTensor } from '../checkpoint.ts';
import { awqTensor } from './awq-tensor.ts';
import { bitsandbytesTensor } from './bitsandbytes-tensor.ts';
import { gptqTensor } from './gptq-tensor.ts';
import { ModuleTensors, type PlacedEntry } from './module-tensors.ts';
import { packedTensor } from './packed-tensor.ts';
import type { Quantization } from './quantization-config.ts';
import { scaledTensor } from './scaled-tensor.ts';

/** Name of a tensor of a quantised module: module and part. */
const PARTS =
  /^(.+?)\.(qweight|qzeros|scales|g_idx|SCB|weight_format|(?:input|output|activation)_(?:scale|scale_ub|zero_point)|weight(?:_scale|_scale_inv|_packed|_shape|_zero_point|_g_idx|\..+)?)$/;
/** Names of scales for an FP8 KV cache, which are ignored. */
const UNUSED =
  /\.self_attn\.(?:attn\.)?(?:[kvq]|kv|prob_output)_(?:scale|zero_point)$|\.self_attn\.[kv]_proj\.[kv]_scale$/;
/** Dtypes of matrices that occur only in quantised checkpoints. */
const QUANTIZED_TYPES = ['F8_E4M3', 'F8_E5M2', 'I8', 'U8', 'I32'];

/**
 * Splits a quantised checkpoint into its quantised matrices, as `tensors` named `<module>.weight`, and the tensors that
 * are not quantised, as `plain`. Throws `CheckpointError`.
 */
export function quantizedTensors(
  quantization: Quantization,
  placed: ReadonlyMap<string, PlacedEntry>,
): { tensors: Map<string, CheckpointTensor>; plain: Map<string, PlacedEntry> } {
  const plain = new Map<string, PlacedEntry>();
  const modules = new Map<string, Map<string, PlacedEntry>>();
  for (const [name, place] of placed) {
    const [, module, part] = PARTS.exec(name) ?? [];
    if (UNUSED.test(name)) continue;
    if (module === undefined) plain.set(name, place);
    else modules.set(module, (modules.get(module) ?? new Map()).set(part, place));
  }
  const tensors = new Map<string, CheckpointTensor>();
  for (const [module, parts] of modules) {
    const name = `${module}.weight`;
    if (isQuantized(parts)) tensors.set(name, matrix(quantization, name, new ModuleTensors(module, parts)));
    else for (const [part, place] of parts) plain.set(`${module}.${part}`, place);
  }
  return { tensors, plain };
}

function isQuantized(parts: ReadonlyMap<string, PlacedEntry>): boolean {
  const matrices = ['qweight', 'weight_packed', 'weight'].map((part) => parts.get(part)?.entry.dtype);
  return matrices.some((dtype) => dtype !== undefined && QUANTIZED_TYPES.includes(dtype));
}

function matrix(quantization: Quantization, name: string, parts: ModuleTensors): CheckpointTensor {
  switch (quantization.method) {
    case 'gptq':
      return gptqTensor(name, parts, quantization);
    case 'awq':
      return awqTensor(name, parts, quantization);
    case 'bitsandbytes':
      return bitsandbytesTensor(name, parts);
    case 'fp8':
      return scaledTensor(name, parts, quantization.block);
    case 'compressed-tensors':
      return parts.has('weight_packed')
        ? packedTensor(name, parts, quantization)
        : scaledTensor(name, parts, quantization.block);
  }
}
