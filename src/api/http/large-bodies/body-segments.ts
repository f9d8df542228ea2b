const segmentBytes = 4 * 2 ** 20;

/** Collects the bytes of a body. A large body is copied into segments, which can be transferred to a thread. */
export class BodySegments {
  readonly #largeFrom: number;
  #chunks: Buffer[] = [];
  readonly #segments: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes used of the last segment. */
  #filled = segmentBytes;
  #size = 0;

  /** Bodies of at least `largeFrom` bytes are large. */
  constructor(largeFrom: number) {
    this.#largeFrom = largeFrom;
  }

  get size(): number {
    return this.#size;
  }

  get isLarge(): boolean {
    return this.#size >= this.#largeFrom;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (!this.isLarge) return;
    for (const kept of this.#chunks) this.#copy(kept);
    this.#chunks = [];
  }

  clear(): void {
    this.#chunks = [];
    this.#segments.length = 0;
  }

  /** Returns the bytes of a body that is not large. */
  whole(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#size);
  }

  /** Returns the segments of a large body, in order, each with its own buffer. */
  segments(): Uint8Array<ArrayBuffer>[] {
    const last = this.#segments.length - 1;
    return this.#segments.map((segment, place) => (place === last ? segment.subarray(0, this.#filled) : segment));
  }

  #copy(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      if (this.#filled === segmentBytes) {
        this.#segments.push(new Uint8Array(segmentBytes));
        this.#filled = 0;
      }
      const part = chunk.subarray(from, from + segmentBytes - this.#filled);
      this.#segments[this.#segments.length - 1].set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
    }
  }
}
