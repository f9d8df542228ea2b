/** Difference between the lowest piece score and the score of an unknown character (`kUnkPenalty` of SentencePiece). */
const UNKNOWN_PENALTY = 10;

export interface UnigramOptions {
  /** Score of each piece; null for pieces that never match text, such as byte and control pieces. */
  scores: readonly (number | null)[];
  /** Id of the piece for unknown characters; null if there is none. */
  unknownId: number | null;
  /** Whether unknown characters become byte pieces. */
  fallsBack: boolean;
  /** Whether to add scores in float32, as SentencePiece does; the Rust library adds in float64. */
  isSingle: boolean;
}

/** Splits texts into the pieces of a unigram language model (Kudo 2018). */
export class UnigramModel {
  readonly #pieces: readonly string[];
  readonly #options: UnigramOptions;
  /** Id of each piece; -1 for a text that is only a prefix of a piece. */
  readonly #numbers = new Map<string, number>();
  readonly #bytes: ReadonlyMap<string, number>;
  readonly #unknownScore: number;

  /** `pieces` are indexed by id. */
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
   * Returns the pieces of the path with the highest sum of scores. On a tie, the path found first wins: the search goes
   * from left to right, shorter pieces first (Viterbi, as in SentencePiece's `EncodeOptimized`).
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

  /** Reads the path backwards. A run of unknown characters becomes one unknown piece, or its byte pieces. */
  #path(text: string, starts: Int32Array, ids: Int32Array): string[] {
    const reversed: string[] = [];
    for (let end = text.length; end > 0; ) {
      const isUnknown = ids[end] < 0 || ids[end] === this.#options.unknownId;
      let start = starts[end];
      if (!isUnknown) reversed.push(this.#pieces[ids[end]]);
      else {
        while (start > 0 && (ids[start] < 0 || ids[start] === this.#options.unknownId)) start = starts[start];
        // A single push with spread could exceed the limit on arguments of a call.
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

/** Returns the piece of a byte in SentencePiece's spelling. */
export function bytePiece(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
