import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { bytesView, type Field, notProtobuf, protobufFields, readPacked } from './protobuf.ts';

/** A dense input tensor of a datum. */
export interface DatumTensor {
  shape: number[];
  values: Float64Array;
}

export interface Datum {
  tokens: number[];
  inputs: Map<string, DatumTensor>;
}

/** A decoded forward_backward request. */
export interface ForwardBackwardMessage {
  modelId: string;
  seqId: number;
  data: Datum[];
  lossFn: string;
  config: Map<string, number | string>;
  forwardOnly: boolean;
}

/** Decodes a request. Field numbers are from `tinker_public.proto` in the package `tinker` 0.38.0. Throws ApiError. */
export function readForwardBackward(bytes: Uint8Array): ForwardBackwardMessage {
  const message: ForwardBackwardMessage = {
    modelId: '',
    seqId: 0,
    data: [],
    lossFn: '',
    config: new Map(),
    forwardOnly: false,
  };
  for (const field of protobufFields(bytes)) {
    if (field.number === 1) message.modelId = textOf(field);
    if (field.number === 2) message.seqId = numberOf(field);
    if (field.number === 3) message.data.push(readDatum(bytesOf(field)));
    if (field.number === 4) message.lossFn = textOf(field);
    // Field 5, the older map, has only the numbers; field 7, the newer, has them too, and comes later.
    if (field.number === 5) readEntry(bytesOf(field), (key, value) => message.config.set(key, numberOf(value)));
    if (field.number === 6) message.forwardOnly = numberOf(field) !== 0;
    if (field.number === 7) {
      readEntry(bytesOf(field), (key, value) => {
        for (const one of protobufFields(bytesOf(value)))
          message.config.set(key, one.number === 2 ? textOf(one) : numberOf(one));
      });
    }
  }
  return message;
}

function readDatum(bytes: Uint8Array): Datum {
  const datum: Datum = { tokens: [], inputs: new Map() };
  for (const field of protobufFields(bytes)) {
    if (field.number === 1) for (const token of readChunk(bytesOf(field))) datum.tokens.push(token);
    if (field.number === 2) {
      readEntry(bytesOf(field), (key, value) => datum.inputs.set(key, readTensor(key, bytesOf(value))));
    }
  }
  return datum;
}

function* readChunk(bytes: Uint8Array): Generator<number, void, void> {
  for (const field of protobufFields(bytes)) {
    if (field.number !== 1)
      throw notProtobuf('images and audio are not supported; model_input must have text tokens only');
    for (const inner of protobufFields(bytesOf(field))) if (inner.number === 1) yield* int32s(bytesOf(inner));
  }
}

/** Reads a map's entry: its key, and the field with its value. */
function readEntry(bytes: Uint8Array, use: (key: string, value: Field) => void): void {
  let key = '';
  let value: Field = { number: 2, value: new Uint8Array() };
  for (const field of protobufFields(bytes)) {
    if (field.number === 1) key = textOf(field);
    if (field.number === 2) value = field;
  }
  use(key, value);
}

const READERS: Record<number, { size: number; read: (view: DataView, at: number) => number }> = {
  1: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  2: { size: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  3: { size: 4, read: (view, at) => view.getInt32(at, true) },
};

/**
 * Maximum number of dimensions that are read. Only one is supported; a later check reports more with its own message.
 */
const MAX_DIMENSIONS = 8;

function readTensor(name: string, bytes: Uint8Array): DatumTensor {
  let dense: Uint8Array = new Uint8Array();
  let type = 0;
  const shape: number[] = [];
  for (const field of protobufFields(bytes)) {
    if (field.number === 1) dense = bytesOf(field);
    if (field.number === 2) throw notProtobuf(`loss_fn_inputs.${name} is sparse; only dense tensors are supported`);
    if (field.number === 3) type = numberOf(field);
    if (field.number === 4) {
      for (const size of packedVarints(field)) {
        if (shape.push(size) > MAX_DIMENSIONS) throw notProtobuf(`loss_fn_inputs.${name} has too many dimensions`);
      }
    }
  }
  const reader = READERS[type];
  if (reader === undefined) throw notProtobuf(`loss_fn_inputs.${name} must be float32, int64 or int32`);
  if (dense.length % reader.size !== 0) throw notProtobuf(`loss_fn_inputs.${name} ends in the middle of an element`);
  const view = new DataView(dense.buffer, dense.byteOffset, dense.byteLength);
  const values = Float64Array.from({ length: dense.length / reader.size }, (_, i) =>
    reader.read(view, i * reader.size),
  );
  return { shape, values };
}

function* int32s(bytes: Uint8Array): Generator<number, void, void> {
  if (bytes.length % 4 !== 0) throw notProtobuf('the tokens of model_input are not 32-bit integers');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 4) yield view.getInt32(at, true);
}

/** Returns the values of a repeated integer: a single one, or all of them packed. */
function packedVarints({ value }: Field): Iterable<number> {
  return value instanceof Uint8Array ? readPacked(value) : [Number(value)];
}

function textOf(field: Field): string {
  return Buffer.from(bytesOf(field)).toString();
}

function bytesOf({ number, value }: Field): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw notProtobuf(`field ${number} is a number, not bytes`);
}

function numberOf({ number, value }: Field): number {
  if (!(value instanceof Uint8Array)) return Number(value);
  // Some writers omit a map's value of 0.
  if (value.length === 0) return 0;
  throw notProtobuf(`field ${number} is not a number`);
}

const FLOAT32 = 1;

/** Encodes the response: `logprobs` [N] of each datum, and metrics, whose names end in their reduction. */
export function writeForwardBackwardOutput(
  logprobs: readonly Float32Array[],
  metrics: Readonly<Record<string, number>>,
): Buffer {
  const offsets = new BigInt64Array(logprobs.length + 1);
  for (const [i, { byteLength }] of logprobs.entries()) offsets[i + 1] = offsets[i] + BigInt(byteLength);
  const data = Buffer.concat(logprobs.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength)));
  const output = new BinaryWriter();
  const field = (number: number) => output.tag(number, WireType.LengthDelimited);
  field(1).string('ArrayRecord');
  field(2).fork();
  field(1).string('ArrayRecord');
  field(2).fork();
  field(1).string('logprobs');
  field(2).fork();
  field(1).bytes(data);
  field(2).bytes(bytesView(offsets));
  output.tag(3, WireType.Varint).uint32(FLOAT32);
  output.join().join();
  output.tag(3, WireType.Varint).uint32(logprobs.length);
  output.join();
  for (const [name, value] of Object.entries(metrics)) {
    field(3).fork();
    field(1).string(name);
    output.tag(2, WireType.Bit64).double(value).join();
  }
  return Buffer.from(output.finish());
}
