/** A float32 tensor to write; `data`, which is read once, holds the product of `shape` elements. */
export interface Float32Tensor {
  name: string;
  shape: readonly number[];
  data: Float32Array;
}

/**
 * A safetensors file of F32 tensors as a run of byte chunks, the header first and then each tensor's data in order,
 * so that a caller can stream it to a file. Throws `RangeError` for a name given twice and, when it comes to that
 * tensor, for a wrong element count.
 */
export function* safetensorsChunks(
  tensors: readonly Float32Tensor[],
  metadata: Record<string, string> = {},
): Generator<Uint8Array> {
  const described = tensors.map(({ name, shape }) => ({ name, shape, dtype: 'F32', bytes: 4 * elements(shape) }));
  yield safetensorsHeader(described, metadata);
  for (const { name, shape, data } of tensors) {
    if (elements(shape) !== data.length) {
      throw new RangeError(`tensor ${name}: shape [${shape}] does not hold ${data.length} elements`);
    }
    yield new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
}

function elements(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

/** A tensor whose `bytes` follow those of the one before. */
interface DescribedTensor {
  name: string;
  /** As the format calls it, such as `F32`. */
  dtype: string;
  shape: readonly number[];
  bytes: number;
}

/** What a safetensors file begins with. Throws `RangeError` for a name given twice. */
export function safetensorsHeader(tensors: readonly DescribedTensor[], metadata: Record<string, string>): Uint8Array {
  const header: Record<string, unknown> = Object.keys(metadata).length === 0 ? {} : { __metadata__: metadata };
  let end = 0;
  for (const { name, dtype, shape, bytes } of tensors) {
    if (Object.hasOwn(header, name)) throw new RangeError(`tensor ${name} is given twice`);
    header[name] = { dtype, shape, data_offsets: [end, end + bytes] };
    end += bytes;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // The format lets a header end in spaces; eight-byte alignment makes the data mappable.
  const length = Math.ceil(json.length / 8) * 8;
  const head = new Uint8Array(8 + length).fill(0x20);
  new DataView(head.buffer).setBigUint64(0, BigInt(length), true);
  head.set(json, 8);
  return head;
}
