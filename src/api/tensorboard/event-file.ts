import type { HistoryRecord } from '../../store/runs.ts';

/**
 * Yields a run's history as a TensorBoard event file, in parts. Metrics of a gradient step are placed at the number of
 * gradient steps so far, since a job takes many. Metrics of a job or a log are placed at the step of its checkpoint.
 */
export async function* eventFile(created: string, pages: AsyncIterable<HistoryRecord[]>): AsyncGenerator<Uint8Array> {
  yield tfRecord(versionEvent(seconds(created)));
  for await (const records of pages) {
    const events = records.map(({ step, gradientStep, time, metrics }) =>
      tfRecord(scalarEvent({ wallTime: seconds(time), step: gradientStep ?? step, scalars: metrics })),
    );
    yield Buffer.concat(events);
  }
}

/**
 * Returns the file name. TensorBoard reads files with `tfevents` in their name, and orders those of a folder by the
 * seconds in it.
 */
export function eventFileName(runId: string, created: string): string {
  return `events.out.tfevents.${Math.floor(seconds(created))}.${runId}`;
}

function seconds(time: string): number {
  return Date.parse(time) / 1000;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});

/** Computes the CRC-32C (Castagnoli) of RFC 3720. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a record of a TFRecord file: length and content, each followed by its masked CRC-32C. */
function tfRecord(content: Uint8Array): Uint8Array {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(content.length));
  return Buffer.concat([length, masked(length), content, masked(content)]);
}

/**
 * Returns the masked CRC-32C: rotated and offset, so that checksums of data that contains checksums are not weak
 * (tensorflow/lib/hash/crc32c.h).
 */
function masked(bytes: Uint8Array): Uint8Array {
  const crc = crc32c(bytes);
  const out = Buffer.alloc(4);
  out.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0);
  return out;
}

/** An entry of an event file. */
interface TensorBoardEvent {
  /** Seconds since 1970. */
  wallTime: number;
  step: number;
  /** Numbers by tag; stored as float32. */
  scalars: Readonly<Record<string, number>>;
}

/** Returns the first event of a file, its version. */
function versionEvent(wallTime: number): Uint8Array {
  return Buffer.concat([double(1, wallTime), text(3, 'brain.Event:2')]);
}

/**
 * Encodes an event as a message of `tensorflow/core/util/event.proto`: wall_time 1, step 2, summary 5 with values of a
 * tag and a float.
 */
function scalarEvent({ wallTime, step, scalars }: TensorBoardEvent): Uint8Array {
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
