/** One entry of an event file. */
export interface TensorBoardEvent {
  /** Seconds since 1970. */
  wallTime: number;
  step: number;
  /** Numbers by tag; stored as float32. */
  scalars: Readonly<Record<string, number>>;
}

/** What an event file begins with. */
export function versionEvent(wallTime: number): Uint8Array {
  return Buffer.concat([double(1, wallTime), text(3, 'brain.Event:2')]);
}

/**
 * As a message of `tensorflow/core/util/event.proto`: wall_time 1, step 2, summary 5 with values of a tag and a float.
 */
export function scalarEvent({ wallTime, step, scalars }: TensorBoardEvent): Uint8Array {
  const values = Object.entries(scalars).map(([tag, value]) => message(1, [text(1, tag), float(2, value)]));
  return Buffer.concat([double(1, wallTime), varint(2, step), message(5, values)]);
}

/** Wire types of protocol buffers. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

function key(field: number, type: number): Uint8Array {
  return Uint8Array.of((field << 3) | type);
}

function base128(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}

function varint(field: number, value: number): Uint8Array {
  return Buffer.concat([key(field, VARINT), base128(value)]);
}

function double(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([key(field, FIXED64), bytes]);
}

function float(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([key(field, FIXED32), bytes]);
}

function text(field: number, value: string): Uint8Array {
  return message(field, [Buffer.from(value)]);
}

function message(field: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([key(field, BYTES), base128(content.length), content]);
}
