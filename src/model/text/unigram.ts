/** What an unknown character scores below the worst piece (`kUnkPenalty` of SentencePiece). */
const UNKNOWN_PENALTY = 10;

export interface UnigramOptions {
  /** What each piece scores; null for pieces that are in no text, such as those of bytes and control. */
  scores: readonly (number | null)[];
  /** The piece of unknown characters; null where there is none. */
  unknownId: number | null;
  /** Whether unknown characters become the pieces of their bytes. */
  fallsBack: boolean;
  /** Adds scores in single precision, as SentencePiece does; the Rust library adds in double. */
  isSingle: boolean;
}

/** Splits texts into the pieces of a unigram language model (Kudo 2018). */
export class UnigramModel {
  readonly #pieces: readonly string[];
  readonly #options: UnigramOptions;
  /** The number of a piece, or -1 where a text is only the beginning of one. */
  readonly #numbers = new Map<string, number>();
  readonly #bytes: ReadonlyMap<string, number>;
  readonly #unknownScore: number;

  /** `pieces` by their ids. */
  constructor(pieces: readonly string[], options: UnigramOptions) {
    this.#pieces = pieces;
    this.#options = options;
    let least = Number.POSITIVE_INFINITY;
    for (const [id, piece] of pieces.entries()) {
      const score = options.scores[id];
      if (score === null) continue;
      least = Math.min(least, score);
      for (let length = 1; length < piece.length; length++) {
        const beginning = piece.slice(0, length);
        if (!this.#numbers.has(beginning)) this.#numbers.set(beginning, -1);
      }
      this.#numbers.set(piece, id);
    }
    this.#unknownScore = this.#rounded(least - UNKNOWN_PENALTY);
    this.#bytes = new Map(pieces.map((piece, id) => [piece, id]));
  }

  /**
   * The pieces of the best path, which is that of the highest sum of scores; of equal ones that which was found first:
   * paths are looked for from left to right, shorter pieces first (Viterbi, as `EncodeOptimized` of SentencePiece).
   */
  encode(text: string): string[] {
    const { length } = text;
    const best = new Float64Array(length + 1);
    const starts = new Int32Array(length + 1).fill(-1);
    const ids = new Int32Array(length + 1);
    const reach = (from: number, to: number, id: number, score: number): void => {
      const sum = this.#rounded(score + best[from]);
      if (starts[to] >= 0 && sum <= best[to]) return;
      best[to] = sum;
      starts[to] = from;
      ids[to] = id;
    };
    for (let at = 0; at < length; ) {
      const next = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
      let hasSingle = false;
      for (let end = at + 1; end <= length; end++) {
        const id = this.#numbers.get(text.slice(at, end));
        if (id === undefined) break;
        if (id < 0) continue;
        reach(at, end, id, this.#options.scores[id] as number);
        hasSingle ||= end === next;
      }
      if (!hasSingle) reach(at, next, -1, this.#unknownScore);
      at = next;
    }
    return this.#path(text, starts, ids);
  }

  /** Unknown characters that follow one another are one piece, or their bytes. */
  #path(text: string, starts: Int32Array, ids: Int32Array): string[] {
    const reversed: string[] = [];
    for (let end = text.length; end > 0; ) {
      const isUnknown = ids[end] < 0 || ids[end] === this.#options.unknownId;
      let start = starts[end];
      if (!isUnknown) reversed.push(this.#pieces[ids[end]]);
      else {
        while (start > 0 && (ids[start] < 0 || ids[start] === this.#options.unknownId)) start = starts[start];
        // One by one: they may be more than a call takes as arguments.
        for (const piece of this.#unknown(text.slice(start, end)).reverse()) reversed.push(piece);
      }
      end = start;
    }
    return reversed.reverse();
  }

  #unknown(text: string): string[] {
    const { fallsBack, unknownId } = this.#options;
    if (fallsBack) {
      const pieces = [...Buffer.from(text)].map(bytePiece);
      if (pieces.every((piece) => this.#bytes.has(piece))) return pieces;
    }
    return unknownId === null ? [] : [this.#pieces[unknownId]];
  }

  #rounded(score: number): number {
    return this.#options.isSingle ? Math.fround(score) : score;
  }
}

/** The piece of a byte, as SentencePiece spells it. */
export function bytePiece(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
