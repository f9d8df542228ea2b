/** Bytes of a part. A NATS server accepts 1 MiB, but smaller parts let other messages pass in between. */
export const MESSAGE_PART_BYTES = 512 * 1024;
/** Most bytes of incomplete messages of one subscription. */
const MAX_PARTIAL_BYTES = 256 * 2 ** 20;
/** Silence, in ms, after which an incomplete message is dropped: the bus delivers at most once. */
const PATIENCE_MS = 30_000;

const WHOLE = 0;
const PART = 1;
const ID_BYTES = 16;
/** Bytes of the header: PART, the id of the message, the number of the part, and the number of parts. */
const PART_HEADER = 1 + ID_BYTES + 4 + 4;

/** Splits `payload` into messages of the bus. `newId` returns 16 unique bytes. */
export function partsOf(payload: Uint8Array, newId: () => Uint8Array): Uint8Array[] {
  if (payload.length <= MESSAGE_PART_BYTES) {
    const whole = new Uint8Array(1 + payload.length);
    whole[0] = WHOLE;
    whole.set(payload, 1);
    return [whole];
  }
  const id = newId();
  const count = Math.ceil(payload.length / MESSAGE_PART_BYTES);
  return Array.from({ length: count }, (_, number) => {
    const bytes = payload.subarray(number * MESSAGE_PART_BYTES, (number + 1) * MESSAGE_PART_BYTES);
    const part = new Uint8Array(PART_HEADER + bytes.length);
    part[0] = PART;
    part.set(id, 1);
    const view = new DataView(part.buffer);
    view.setUint32(1 + ID_BYTES, number);
    view.setUint32(5 + ID_BYTES, count);
    part.set(bytes, PART_HEADER);
    return part;
  });
}

interface Partial {
  parts: Uint8Array[];
  count: number;
  bytes: number;
  at: number;
}

/** Reassembles the messages of one subscription, whose parts arrive in order. A message with a gap is dropped. */
export class PartialMessages {
  readonly #open = new Map<string, Partial>();
  #bytes = 0;

  /** Adds a part. Returns the payload that it completes, or null while parts are missing. */
  add(message: Uint8Array, now = performance.now()): Uint8Array | null {
    if (message[0] === WHOLE) return message.subarray(1);
    this.#dropOld(now);
    const id = Buffer.from(message.buffer, message.byteOffset + 1, ID_BYTES).toString('hex');
    const view = new DataView(message.buffer, message.byteOffset);
    const [number, count] = [view.getUint32(1 + ID_BYTES), view.getUint32(5 + ID_BYTES)];
    const partial = this.#open.get(id) ?? { parts: [], count, bytes: 0, at: now };
    const bytes = message.subarray(PART_HEADER);
    const isNext = partial.parts.length === number && partial.count === count;
    if (!isNext || this.#bytes + bytes.length > MAX_PARTIAL_BYTES) {
      this.#drop(id);
      return null;
    }
    partial.parts.push(bytes);
    partial.bytes += bytes.length;
    partial.at = now;
    this.#bytes += bytes.length;
    this.#open.set(id, partial);
    if (partial.parts.length < count) return null;
    this.#drop(id);
    return Buffer.concat(partial.parts);
  }

  #dropOld(now: number): void {
    for (const [id, { at }] of this.#open) if (now - at > PATIENCE_MS) this.#drop(id);
  }

  #drop(id: string): void {
    this.#bytes -= this.#open.get(id)?.bytes ?? 0;
    this.#open.delete(id);
  }
}
