import { ApiError } from '../errors/api-error.ts';

/** One field of a message: a number (varint, fixed) or bytes (strings, messages, packed lists). */
export interface Field {
  number: number;
  value: bigint | number | Uint8Array;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** The fields of a message, in their order (protobuf's encoding, proto3). Throws ApiError where it is none. */
export function* readMessage(bytes: Uint8Array): Generator<Field, void, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new RangeError('a varint of more than 10 bytes');
  };
  const skipped = (length: number): number => {
    const start = at;
    if (length > bytes.length - at) throw new RangeError('a field that goes on behind the end');
    at += length;
    return start;
  };
  try {
    while (at < bytes.length) {
      const tag = Number(varint());
      const number = Math.floor(tag / 8);
      switch (tag % 8) {
        case VARINT:
          yield { number, value: varint() };
          break;
        case FIXED64:
          yield { number, value: view.getFloat64(skipped(8), true) };
          break;
        case BYTES: {
          const length = Number(varint());
          if (length < 0) throw new RangeError('a field of a negative length');
          const start = skipped(length);
          yield { number, value: bytes.subarray(start, start + length) };
          break;
        }
        case FIXED32:
          yield { number, value: view.getFloat32(skipped(4), true) };
          break;
        default:
          throw new RangeError(`wire type ${tag % 8}`);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) throw notProtobuf(error.message);
    throw error;
  }
}

export function notProtobuf(why: string): ApiError {
  return new ApiError('validation_failed', `body: is no message of the Tinker API: ${why}`, { param: 'body' });
}

/** Writes a message field by field. What proto3 takes for absent (0, nothing) is written all the same. */
export class MessageWriter {
  readonly #parts: Uint8Array[] = [];

  /** A whole number of at least 0. */
  integer(number: number, value: number): this {
    return this.#push(varintOf(number * 8 + VARINT), varintOf(value));
  }

  double(number: number, value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    return this.#push(varintOf(number * 8 + FIXED64), bytes);
  }

  bytes(number: number, value: ArrayBufferView): this {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return this.#push(varintOf(number * 8 + BYTES), varintOf(bytes.length), bytes);
  }

  text(number: number, value: string): this {
    return this.bytes(number, Buffer.from(value));
  }

  message(number: number, value: MessageWriter): this {
    return this.bytes(number, value.finish());
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #push(...parts: Uint8Array[]): this {
    this.#parts.push(...parts);
    return this;
  }
}

function varintOf(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Uint8Array.from([...bytes, rest]);
}
