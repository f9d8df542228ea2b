import { CheckpointError } from '../checkpoint/checkpoint.ts';
import type { JsonObject } from '../checkpoint/json-file.ts';
import type { SentencePieceJson } from './library-parts.ts';

/** A piece of a SentencePiece model (Kudo and Richardson 2018). */
export interface Piece {
  text: string;
  score: number;
  type: number;
}

/** Values of `ModelProto.SentencePiece.Type`, also used by `tokenizer.ggml.token_type`. */
export const PIECE = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** Character that represents a space. */
export const SPACE = '▁';
const MAX_PIECES = 2 ** 21;
/** Maximum characters of a piece for which merges are generated; trainers' limit is 16. */
const MAX_CHARACTERS = 256;
/** Phi-3's control tokens that do not strip the white space after them. */
const KEPT_BEHIND: ReadonlySet<string> = new Set(['<unk>', '<s>', '<|endoftext|>']);

/** Settings of a SentencePiece model besides its pieces. */
interface SentencePieceOptions {
  /** Whether to add a space in front of the text. */
  addsPrefix: boolean;
  /** Id of the token to add in front if the caller asks for special tokens; null for none. */
  bos: number | null;
  /** Whether control tokens strip the white space after them (Phi-3). */
  stripsBehind?: boolean;
}

/**
 * Converts a SentencePiece BPE model to `tokenizer.json`, as transformers does: `merges` are all pairs of pieces that
 * form a piece, highest score first.
 */
export function sentencePieceJson(
  pieces: readonly Piece[],
  { addsPrefix, bos, stripsBehind = false }: SentencePieceOptions,
): JsonObject {
  const vocab = new Map(pieces.map(({ text }, id) => [text, id]));
  const replaced = { type: 'Replace', pattern: { String: ' ' }, content: SPACE };
  const isSpecial = ({ type }: Piece) => type === PIECE.control || type === PIECE.unknown;
  const added = pieces.flatMap((piece, id) => {
    if (!isSpecial(piece) && piece.type !== PIECE.userDefined) return [];
    const rstrip = stripsBehind && !KEPT_BEHIND.has(piece.text);
    const flags = { single_word: false, lstrip: false, rstrip, normalized: false };
    return [{ id, content: piece.text, ...flags, special: isSpecial(piece) }];
  });
  return {
    added_tokens: added,
    normalizer: addsPrefix
      ? { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: SPACE }, replaced] }
      : replaced,
    pre_tokenizer: null,
    post_processor: bos === null ? null : prefixToken(pieces[bos].text, bos),
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(addsPrefix ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
    model: {
      type: 'BPE',
      unk_token: pieces.find(({ type }) => type === PIECE.unknown)?.text ?? null,
      fuse_unk: true,
      byte_fallback: true,
      vocab: Object.fromEntries(vocab),
      merges: mergesOf(pieces, vocab),
    },
  };
}

/** Returns a post-processor that adds a token in front. */
export function prefixToken(token: string, id: number): JsonObject {
  return {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: token, type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  };
}

/** Generates the merges like `generate_merges` of transformers' convert_slow_tokenizer.py. */
function mergesOf(pieces: readonly Piece[], vocab: ReadonlyMap<string, number>): [string, string][] {
  const isMade = ({ type }: Piece) => type === PIECE.normal || type === PIECE.unused;
  const merges: { left: string; right: string; score: number }[] = [];
  for (const piece of pieces) {
    if (!isMade(piece) || piece.text.length > MAX_CHARACTERS) continue;
    const characters = [...piece.text];
    const pairs: [string, string][] = [];
    for (let cut = 1; cut < characters.length; cut++) {
      const pair: [string, string] = [characters.slice(0, cut).join(''), characters.slice(cut).join('')];
      const ids = pair.map((part) => vocab.get(part));
      if (ids.every((id) => id !== undefined && isMade(pieces[id]))) pairs.push(pair);
    }
    pairs.sort((a, b) => vocab.get(a[0])! - vocab.get(b[0])! || vocab.get(a[1])! - vocab.get(b[1])!);
    merges.push(...pairs.map(([left, right]) => ({ left, right, score: piece.score })));
  }
  const length = (text: string) => [...text].length;
  merges.sort((a, b) => b.score - a.score || length(b.left) - length(a.left) || length(b.right) - length(a.right));
  return merges.map(({ left, right }) => [left, right]);
}

/** Field numbers of `ModelProto` and its nested messages (sentencepiece_model.proto). */
const FIELD = { pieces: 1, trainer: 2, normalizer: 3, denormalizer: 5, text: 1, score: 2, type: 3 };
const TRAINER = { modelType: 3, spaceBehind: 24 };
const NORMALIZER = { charsmap: 2, addDummyPrefix: 3, removeExtraWhitespaces: 4, escapeWhitespaces: 5 };
const MODEL = { unigram: 1n, bpe: 2n };

/** Settings in a `tokenizer.model`, with the defaults of sentencepiece_model.proto. */
interface ModelTraits {
  modelType: bigint;
  charsmap: Uint8Array;
  addsPrefix: boolean;
  removesSpaces: boolean;
  escapesSpaces: boolean;
  putsSpaceBehind: boolean;
  denormalizes: boolean;
}

/**
 * Converts a `tokenizer.model` to `tokenizer.json`. Throws `CheckpointError` if it is corrupt, or neither BPE with byte
 * fallback nor a unigram model.
 */
export function readSentencePiece(path: string, bytes: Uint8Array): JsonObject {
  const fail = (what: string): never => {
    throw new CheckpointError(`${path}: ${what}`);
  };
  const { pieces, traits } = readModel(path, bytes);
  if (pieces.length === 0) fail('corrupt: it has no pieces');
  if (traits.modelType !== MODEL.bpe && traits.modelType !== MODEL.unigram) {
    fail('only SentencePiece models of the types BPE and unigram are supported');
  }
  if (!traits.escapesSpaces || traits.putsSpaceBehind) fail('its handling of white space is not supported');
  if (traits.denormalizes) fail('its denormalizer maps characters, which is not supported');
  if (new Set(pieces.map(({ text }) => text)).size < pieces.length) fail('corrupt: a piece appears twice');
  const bytePieces = pieces.filter(({ type }) => type === PIECE.byte).length;
  const fallsBack = bytePieces === 256;
  if (!fallsBack && (traits.modelType === MODEL.bpe || bytePieces > 0)) fail('it has no byte fallback');
  const bos = pieces.findIndex(({ text, type }) => text === '<s>' && type === PIECE.control);
  const { charsmap, addsPrefix, removesSpaces } = traits;
  const json = sentencePieceJson(pieces, { addsPrefix, bos: bos < 0 ? null : bos });
  const normalizer = normalizerJson(traits);
  if (traits.modelType === MODEL.unigram) return { ...json, normalizer, model: unigramJson(pieces, fallsBack) };
  return charsmap.length === 0 && !removesSpaces ? json : { ...json, normalizer };
}

/** Parses the `ModelProto` message. Throws `CheckpointError`. */
function readModel(path: string, bytes: Uint8Array): { pieces: Piece[]; traits: ModelTraits } {
  const pieces: Piece[] = [];
  const traits: ModelTraits = {
    modelType: MODEL.unigram,
    charsmap: new Uint8Array(0),
    addsPrefix: true,
    removesSpaces: true,
    escapesSpaces: true,
    putsSpaceBehind: false,
    denormalizes: false,
  };
  for (const { field, value } of messageFields(path, bytes)) {
    if (!(value instanceof Uint8Array)) continue;
    if (field === FIELD.pieces) pieces.push(readPiece(path, value));
    if (pieces.length > MAX_PIECES) throw new CheckpointError(`${path}: more than ${MAX_PIECES} pieces`);
    if (field === FIELD.trainer) readTrainer(traits, messageFields(path, value));
    if (field === FIELD.normalizer) readNormalizer(traits, messageFields(path, value));
    if (field === FIELD.denormalizer) {
      for (const inner of messageFields(path, value)) {
        if (inner.field === NORMALIZER.charsmap) traits.denormalizes ||= (inner.value as Uint8Array).length > 0;
      }
    }
  }
  return { pieces, traits };
}

function readTrainer(traits: ModelTraits, fields: Iterable<MessageField>): void {
  for (const { field, value } of fields) {
    if (field === TRAINER.modelType && typeof value === 'bigint') traits.modelType = value;
    if (field === TRAINER.spaceBehind) traits.putsSpaceBehind = value !== 0n;
  }
}

function readNormalizer(traits: ModelTraits, fields: Iterable<MessageField>): void {
  for (const { field, value } of fields) {
    if (field === NORMALIZER.charsmap && value instanceof Uint8Array) traits.charsmap = value;
    if (field === NORMALIZER.addDummyPrefix) traits.addsPrefix = value !== 0n;
    if (field === NORMALIZER.removeExtraWhitespaces) traits.removesSpaces = value !== 0n;
    if (field === NORMALIZER.escapeWhitespaces) traits.escapesSpaces = value !== 0n;
  }
}

function normalizerJson({ charsmap, addsPrefix, removesSpaces }: ModelTraits): SentencePieceJson {
  return {
    type: 'SentencePiece',
    precompiled_charsmap: Buffer.from(charsmap).toString('base64'),
    removes_spaces: removesSpaces,
    adds_prefix: addsPrefix,
    space: SPACE,
  };
}

/** Returns a unigram model in the form of `tokenizer.json`, plus `hidden_ids`, the pieces that no text encodes to. */
function unigramJson(pieces: readonly Piece[], fallsBack: boolean): JsonObject {
  const unknown = pieces.findIndex(({ type }) => type === PIECE.unknown);
  return {
    type: 'Unigram',
    unk_id: unknown < 0 ? null : unknown,
    byte_fallback: fallsBack,
    vocab: pieces.map(({ text, score }) => [text, score]),
    hidden_ids: pieces.flatMap(({ type }, id) => (type === PIECE.normal ? [] : [id])),
    is_single: true,
  };
}

function readPiece(path: string, bytes: Uint8Array): Piece {
  const piece: Piece = { text: '', score: 0, type: PIECE.normal };
  for (const { field, value } of messageFields(path, bytes)) {
    if (field === FIELD.text && value instanceof Uint8Array) piece.text = Buffer.from(value).toString('utf8');
    if (field === FIELD.score && typeof value === 'number') piece.score = value;
    if (field === FIELD.type && typeof value === 'bigint') piece.type = Number(value);
  }
  return piece;
}

/** A field of a Protocol Buffers message: a varint, four bytes as a float, or bytes. */
interface MessageField {
  field: number;
  value: bigint | number | Uint8Array;
}

function* messageFields(path: string, bytes: Uint8Array): Generator<MessageField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const fail = (): never => {
    throw new CheckpointError(`${path}: corrupt: not a Protocol Buffers message at byte ${at}`);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (at >= bytes.length) return fail();
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    return fail();
  };
  const take = (length: number): number => {
    if (length > bytes.length - at) fail();
    at += length;
    return at - length;
  };
  while (at < bytes.length) {
    const key = varint();
    const field = Number(key >> 3n);
    switch (Number(key & 7n)) {
      case 0:
        yield { field, value: varint() };
        break;
      case 1:
        take(8);
        break;
      case 2: {
        const length = Number(varint());
        const start = take(length);
        yield { field, value: bytes.subarray(start, start + length) };
        break;
      }
      case 5:
        yield { field, value: view.getFloat32(take(4), true) };
        break;
      default:
        fail();
    }
  }
}
