import { Tokenizer as Library } from '@huggingface/tokenizers';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { byteOfCharacter } from './byte-characters.ts';
import { checkUnigram, installOwnParts, type LibraryParts, withoutOwnParts } from './library-parts.ts';
import { tryPatterns } from './pattern-trial.ts';
import { SPACE } from './sentencepiece.ts';
import { libraryTokenizerJson, withoutPrefix } from './tokenizer-json.ts';
import { bytePiece } from './unigram.ts';

/** A token that is matched in the text before the split into words. */
interface AddedToken {
  id: number;
  content: string;
  special: boolean;
}

/** The used part of the library's API. Its own declarations do not resolve: their imports lack extensions. */
interface LibraryTokenizer extends LibraryParts {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  get_vocab(): Map<string | undefined, number>;
  get_added_tokens_decoder(): Map<number, AddedToken>;
}

const LibraryTokenizerClass: new (json: object, config: object) => LibraryTokenizer = Library;

interface EncodeOptions {
  /** Whether the post-processor adds its tokens, such as BOS. Chat templates already contain theirs. */
  addSpecialTokens?: boolean;
  /**
   * The text before `text`, or its end. A text that continues another gets no space prefix; SentencePiece adds one only
   * at the start of a text.
   */
  after?: string;
}

interface DecodeOptions {
  skipSpecialTokens?: boolean;
  /** Whether the ids start a text, so that a space prefix of the tokenizer is removed. */
  isWhole?: boolean;
}

/**
 * A tokenizer of one of three kinds: byte-level BPE (GPT-2's scheme: Llama 3, SmolLM2, Qwen, tiktoken), BPE with byte
 * fallback (from SentencePiece: Llama 2, Mistral 7B, Gemma), or SentencePiece's unigram model.
 */
export class Tokenizer {
  /** The largest token id plus 1; the model's vocabulary may be larger. */
  readonly vocabSize: number;
  /** Ids of the tokens that `skipSpecialTokens` hides. */
  readonly specialIds: ReadonlySet<number>;
  #library: LibraryTokenizer;
  /** The same tokenizer without the space prefix; undefined if it adds none. */
  readonly #continuing: LibraryTokenizer | undefined;
  /** Added tokens after which the tokenizer adds the space prefix again. */
  readonly #cuts: readonly string[];
  #idsOfTexts: Map<string, number> | undefined;
  /** UTF-8 bytes of each id; undefined for unused ids. */
  #bytes: (Uint8Array | undefined)[];
  #ids: ReadonlyMap<string, number>;
  #names: (string | undefined)[];
  /** Length of the longest token, in bytes. */
  #longestToken: number;
  /** Whether a space at the start of a decoded text is the tokenizer's prefix. */
  readonly #stripsSpace: boolean;

  /** `json` is a parsed `tokenizer.json`, `source` its name in errors. Throws `CheckpointError` for other kinds. */
  constructor(json: JsonObject, source: string) {
    checkModel(json, source);
    const bytesOf = mentions(json.decoder, 'ByteLevel') ? characterBytes : pieceBytes;
    this.#stripsSpace = mentions(json.decoder, 'Strip') || stripsSpace(json.decoder);
    this.#library = libraryTokenizer(json, source);
    const added = this.#library.get_added_tokens_decoder();
    this.specialIds = new Set([...added.values()].filter((token) => token.special).map((token) => token.id));
    const { json: continuing, cutsSegments } = withoutPrefix(libraryTokenizerJson(json));
    this.#continuing = continuing && libraryTokenizer(continuing, source);
    this.#cuts = cutsSegments ? [...added.values()].map((token) => token.content) : [];
    const utf8 = new TextEncoder();
    const ids = new Map<string, number>();
    this.#bytes = [];
    this.#names = [];
    for (const [token, id] of this.#library.get_vocab()) {
      // The library's vocabulary has holes where ids are unused.
      if (token === undefined) continue;
      ids.set(token, id);
      this.#names[id] = token;
      this.#bytes[id] = added.has(id) ? utf8.encode(token) : bytesOf(token);
    }
    this.#ids = ids;
    this.#longestToken = this.#bytes.reduce((most, bytes) => Math.max(most, bytes?.length ?? 0), 1);
    this.vocabSize = this.#bytes.length;
  }

  /** Encodes `text`. Special tokens written out in the text become their ids. */
  encode(text: string, { addSpecialTokens = false, after = '' }: EncodeOptions = {}): number[] {
    if (text === '' && !addSpecialTokens) return [];
    const begins = after === '' || this.#cuts.some((cut) => after.endsWith(cut));
    const library = begins ? this.#library : (this.#continuing ?? this.#library);
    return library.encode(text, { add_special_tokens: addSpecialTokens }).ids;
  }

  /** Returns a lower bound of the number of tokens, in a small part of the time of `encode`. */
  leastTokens(text: string): number {
    // Some tokenizers normalise the text first, which may shorten it.
    const bytes = Math.min(Buffer.byteLength(text), Buffer.byteLength(text.normalize('NFC')));
    return Math.ceil(bytes / this.#longestToken);
  }

  /** Decodes `ids`. Invalid UTF-8 becomes U+FFFD; unknown ids are skipped. */
  decode(ids: readonly number[], { skipSpecialTokens = false, isWhole = false }: DecodeOptions = {}): string {
    const pieces = ids.filter((id) => !(skipSpecialTokens && this.specialIds.has(id))).map((id) => this.tokenBytes(id));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces));
    return isWhole && this.#stripsSpace && text.startsWith(' ') ? text.slice(1) : text;
  }

  /** Returns the exact bytes of a token, which may be only a part of a UTF-8 character. */
  tokenBytes(id: number): Uint8Array {
    return this.#bytes[id] ?? new Uint8Array(0);
  }

  /** Returns the token as the vocabulary spells it, such as `Ġthe`; empty for an unknown id. */
  tokenName(id: number): string {
    return this.#names[id] ?? '';
  }

  /** Returns the id of the token with this text, such as ` the`, or null. Byte pieces are a last resort. */
  idOfText(text: string): number | null {
    if (this.#idsOfTexts === undefined) {
      this.#idsOfTexts = new Map();
      for (const [name, id] of this.#ids) {
        const own = this.decode([id]);
        if (!this.#idsOfTexts.has(own) || !BYTE_OF_PIECE.has(name)) this.#idsOfTexts.set(own, id);
      }
    }
    return this.#idsOfTexts.get(text) ?? null;
  }

  /** Returns the id of a token in the vocabulary's spelling, such as `<|im_end|>`, or null. */
  tokenId(token: string): number | null {
    return this.#ids.get(token) ?? null;
  }
}

/** Builds the library's tokenizer. Throws `CheckpointError`. */
function libraryTokenizer(json: JsonObject, source: string): LibraryTokenizer {
  try {
    const library = new LibraryTokenizerClass(withoutOwnParts(libraryTokenizerJson(json)), {});
    installOwnParts(library, json, source);
    tryPatterns(json, (text) => library.encode(text, { add_special_tokens: false }), source);
    return library;
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    throw new CheckpointError(`${source}: unusable tokenizer: ${(error as Error).message}`, { cause: error });
  }
}

/** Upper bound of token ids: arrays are allocated up to the highest id. */
const MAX_IDS = 2 ** 24;

function checkId(token: unknown, id: unknown, source: string): void {
  if (Number.isInteger(id) && (id as number) >= 0 && (id as number) < MAX_IDS) return;
  throw new CheckpointError(`${source}: token ${JSON.stringify(token)} has the id ${String(id)}`);
}

function checkModel(json: JsonObject, source: string): void {
  const model = json.model;
  for (const token of Array.isArray(json.added_tokens) ? json.added_tokens : []) {
    if (isJsonObject(token)) checkId(token.content, token.id, source);
  }
  if (isJsonObject(model) && model.type === 'Unigram') {
    checkUnigram(model, source);
    if (mentions(json.decoder, 'Metaspace') || mentions(json.decoder, 'Replace')) return;
    throw new CheckpointError(`${source}: the decoder of a Unigram model must have Metaspace or Replace`);
  }
  if (isJsonObject(model) && model.type === 'Tiktoken' && isJsonObject(model.vocab)) {
    for (const [token, id] of Object.entries(model.vocab)) checkId(token, id, source);
    return;
  }
  if (!isJsonObject(model) || !isJsonObject(model.vocab) || !Array.isArray(model.merges)) {
    throw new CheckpointError(
      `${source}: only BPE (a model with vocab and merges) and Unigram tokenizers are supported`,
    );
  }
  const { vocab } = model;
  const fallsBack = model.byte_fallback === true && BYTE_PIECES.every((piece) => Object.hasOwn(vocab, piece));
  if (!mentions(json.decoder, 'ByteLevel') && !(fallsBack && mentions(json.decoder, 'ByteFallback'))) {
    throw new CheckpointError(`${source}: the decoder must be byte-level BPE or BPE with byte fallback`);
  }
  for (const [token, id] of Object.entries(vocab)) checkId(token, id, source);
}

/** Returns whether a decoder, or one of its parts, is of this type. */
function mentions(part: unknown, type: string): boolean {
  if (!isJsonObject(part)) return false;
  return part.type === type || (Array.isArray(part.decoders) && part.decoders.some((inner) => mentions(inner, type)));
}

/** Returns whether a `Metaspace` decoder drops the space prefix. */
function stripsSpace(part: unknown): boolean {
  if (!isJsonObject(part)) return false;
  if (Array.isArray(part.decoders)) return part.decoders.some(stripsSpace);
  return part.type === 'Metaspace' && part.prepend_scheme !== 'never' && part.add_prefix_space !== false;
}

/** Returns the bytes of a byte-level token. */
function characterBytes(token: string): Uint8Array {
  return Uint8Array.from(token, byteOfCharacter);
}

const BYTE_PIECES = Array.from({ length: 256 }, (_, byte) => bytePiece(byte));
const BYTE_OF_PIECE = new Map(BYTE_PIECES.map((piece, byte) => [piece, byte]));

/** Returns the bytes of a SentencePiece piece. */
function pieceBytes(piece: string): Uint8Array {
  const byte = BYTE_OF_PIECE.get(piece);
  return byte === undefined ? Buffer.from(piece.replaceAll(SPACE, ' '), 'utf8') : Uint8Array.of(byte);
}
