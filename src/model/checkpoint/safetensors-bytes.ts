/** A float32 tensor to write. `data` has the elements of `shape`, and is read once. */
export interface Float32Tensor {
  name: string;
  shape: readonly number[];
  data: Float32Array;
}

/**
 * Yields a safetensors file of F32 tensors in chunks, the header first and then each tensor's data in order, so that a
 * caller can stream it to a file. Throws `RangeError` for a duplicate name and, on reaching that tensor, for a wrong
 * element count.
 */
export function* safetensorsChunks(
  tensors: readonly Float32Tensor[],
  metadata: Record<string, string> = {},
): Generator<Uint8Array> {
  const described = tensors.map(({ name, shape }) => ({ name, shape, dtype: 'F32', bytes: 4 * elements(shape) }));
  yield safetensorsHeader(described, metadata);
  for (const { name, shape, data } of tensors) {
    if (elements(shape) !== data.length) {
      throw new RangeError(`tensor ${name}: shape [${shape}] does not have ${data.length} elements`);
    }
    yield new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  }
}

function elements(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

/** A tensor whose data follows the data of the tensor before it. */
interface DescribedTensor {
  name: string;
  /** Name of the type in the safetensors format, such as `F32`. */
  dtype: string;
  shape: readonly number[];
  bytes: number;
}

/** Returns the header of a safetensors file. Throws `RangeError` for a duplicate name. */
export function safetensorsHeader(tensors: readonly DescribedTensor[], metadata: Record<string, string>): Uint8Array {
  const header: Record<string, unknown> = Object.keys(metadata).length === 0 ? {} : { __metadata__: metadata };
  let end = 0;
  for (const { name, dtype, shape, bytes } of tensors) {
    if (Object.hasOwn(header, name)) throw new RangeError(`tensor ${name} is given twice`);
    header[name] = { dtype, shape, data_offsets: [end, end + bytes] };
    end += bytes;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // The format allows trailing spaces in the header; eight-byte alignment lets readers memory-map the data.
  const length = Math.ceil(json.length / 8) * 8;
  const head = new Uint8Array(8 + length).fill(0x20);
  new DataView(head.buffer).setBigUint64(0, BigInt(length), true);
  head.set(json, 8);
  return head;
}
