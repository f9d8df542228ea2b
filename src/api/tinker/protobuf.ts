import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { ApiError } from '../errors/api-error.ts';

/** A field of a message: a number (varint, fixed) or bytes (strings, messages, packed lists). */
export interface Field {
  number: number;
  value: bigint | number | Uint8Array;
}

/** Yields the fields of a proto3 message in order. Throws ApiError if the bytes are not a message. */
export function protobufFields(bytes: Uint8Array): Generator<Field, void, void> {
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
      throw new RangeError(`wire type ${type} is not supported`);
  }
}

/** Yields the integers of a packed list. Throws ApiError. */
export function readPacked(bytes: Uint8Array): Generator<number, void, void> {
  return reading(bytes, (reader) => Number(reader.int64()));
}

/** Yields what `one` reads, repeatedly until the bytes end. */
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
  return new ApiError('validation_failed', `body: is not a message of the Tinker API: ${why}`, { param: 'body' });
}

/** Returns the bytes of a tensor's numbers, for a field. */
export function bytesView({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
