import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { ApiError } from '../errors/api-error.ts';

/** One field of a message: a number (varint, fixed) or bytes (strings, messages, packed lists). */
export interface Field {
  number: number;
  value: bigint | number | Uint8Array;
}

/** The fields of a message (proto3), in their order. Throws ApiError where it is none. */
export function readMessage(bytes: Uint8Array): Generator<Field, void, void> {
  return reading(bytes, (reader) => {
    const [number, type] = reader.tag();
    return { number, value: readValue(reader, type) };
  });
}

function readValue(reader: BinaryReader, type: WireType): Field['value'] {
  switch (type) {
    case WireType.Varint:
      return BigInt(reader.int64());
    case WireType.Bit64:
      return reader.double();
    case WireType.LengthDelimited:
      return reader.bytes();
    case WireType.Bit32:
      return reader.float();
    default:
      throw new RangeError(`wire type ${type}`);
  }
}

/** The whole numbers of a packed list. Throws ApiError. */
export function readPacked(bytes: Uint8Array): Generator<number, void, void> {
  return reading(bytes, (reader) => Number(reader.int64()));
}

/** What `one` reads, again and again until the bytes end. */
function* reading<T>(bytes: Uint8Array, one: (reader: BinaryReader) => T): Generator<T, void, void> {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) yield orNotProtobuf(() => one(reader));
}

function orNotProtobuf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw notProtobuf(error instanceof Error ? error.message : String(error));
  }
}

export function notProtobuf(why: string): ApiError {
  return new ApiError('validation_failed', `body: is no message of the Tinker API: ${why}`, { param: 'body' });
}

/** The numbers of a tensor as the bytes of a field. */
export function bytesView({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
