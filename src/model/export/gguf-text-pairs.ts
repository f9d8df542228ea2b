import {
  booleanPair,
  type GgufPair,
  integersPair,
  stringPair,
  stringsPair,
  u32Pair,
} from '../checkpoint/gguf-bytes.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { ENDS } from '../text/gguf-text.ts';
import { CONTROL, NORMAL, splittingName, UNUSED, USER_DEFINED } from '../text/gguf-tokenizer.ts';
import type { TextFiles } from '../text/text-files.ts';
import { Tokenizer } from '../text/tokenizer.ts';
import { GgufRefusal } from './gguf-refusal.ts';
import { isSentencePiece, sentencePiecePairs } from './gguf-sentencepiece-pairs.ts';

/** Returns tokenizer and chat templates as GGUF metadata. Throws `GgufRefusal`, or `CheckpointError` if broken. */
export function ggufTextPairs(text: TextFiles): GgufPair[] {
  const json = text.tokenizerJson;
  const type = isJsonObject(json.model) ? json.model.type : undefined;
  if (type === 'Unigram' || type === 'Tiktoken') {
    throw new GgufRefusal(`${type === 'Unigram' ? 'Unigram' : "tiktoken's"} tokenizers cannot be exported to GGUF`);
  }
  const tokenizer = new Tokenizer(json, text.source);
  const rows = text.config.vocab_size;
  if (tokenizer.vocabSize > rows) {
    throw new GgufRefusal(
      `the tokenizer has ${tokenizer.vocabSize} tokens, the embeddings have ${rows} rows; GGUF requires equal numbers`,
    );
  }
  const names = Array.from({ length: rows }, (_, id) => tokenizer.tokenName(id));
  return [
    ...(isSentencePiece(json) ? sentencePiecePairs(names, json) : bytePairs(names, json)),
    ...specialTokenPairs(text, tokenizer),
    ...templatePairs(text.chatTemplates),
  ];
}

/** Returns the error for a tokenizer whose splitting has no name in GGUF. */
function unnamed(json: JsonObject): GgufRefusal {
  const ignoresMerges = isJsonObject(json.model) && json.model.ignore_merges === true;
  const named = splittingName({ ...json, model: { ignore_merges: !ignoresMerges } });
  if (named !== null) {
    return new GgufRefusal(
      `the tokenizer splits text like GGUF's ${named}, which has ignore_merges ${!ignoresMerges}, but with ` +
        `ignore_merges ${ignoresMerges}; GGUF has no name for that, so llama.cpp would produce other tokens`,
    );
  }
  return new GgufRefusal(
    'GGUF has no name for how the tokenizer splits text, so llama.cpp would produce other tokens; ' +
      'it has names for GPT-2, SmolLM2, Llama 3, Mistral Nemo, Phi-4 and Qwen2',
  );
}

/** Returns a byte-level BPE tokenizer as GGUF metadata; `names` [V] are its tokens by id. */
function bytePairs(names: readonly string[], json: JsonObject): GgufPair[] {
  const splitting = splittingName(json);
  if (splitting === null) throw unnamed(json);
  const written = names.map((name, id) => name || `[PAD${id}]`);
  return [
    stringPair('tokenizer.ggml.model', 'gpt2'),
    stringPair('tokenizer.ggml.pre', splitting),
    stringsPair('tokenizer.ggml.tokens', written),
    integersPair('tokenizer.ggml.token_type', tokenTypes(names, json)),
    stringsPair('tokenizer.ggml.merges', merges(json)),
  ];
}

function tokenTypes(names: readonly string[], json: JsonObject): number[] {
  const types: number[] = names.map((name) => (name === '' ? UNUSED : NORMAL));
  for (const token of Array.isArray(json.added_tokens) ? json.added_tokens : []) {
    if (isJsonObject(token)) types[Number(token.id)] = token.special === true ? CONTROL : USER_DEFINED;
  }
  return types;
}

/** Returns the merges as `"a b"`. Older files have that form, newer ones have `["a", "b"]`. */
function merges({ model }: JsonObject): string[] {
  const listed = isJsonObject(model) && Array.isArray(model.merges) ? model.merges : [];
  return listed.map((merge: string | [string, string]) => (typeof merge === 'string' ? merge : merge.join(' ')));
}

function specialTokenPairs({ specialIds, specialTokens }: TextFiles, tokenizer: Tokenizer): GgufPair[] {
  const added = tokenizer.encode('a', { addSpecialTokens: true });
  const plain = tokenizer.encode('a');
  const addsBos = added.length === plain.length + 1 && added[1] === plain[0];
  if (!addsBos && added.length !== plain.length) {
    throw new GgufRefusal('the tokenizer adds more to a text than one token at its start, which GGUF cannot express');
  }
  const ids: Record<string, number | null | undefined> = {
    bos_token_id: addsBos ? added[0] : specialIds.bos,
    ...endIds(specialIds.eos, tokenizer),
    unknown_token_id: tokenizer.tokenId(specialTokens.unk_token ?? ''),
    padding_token_id: specialIds.pad,
  };
  const known = Object.entries(ids).flatMap(([key, id]) =>
    id === null || id === undefined ? [] : [[key, id] as const],
  );
  return [
    ...known.map(([key, id]) => u32Pair(`tokenizer.ggml.${key}`, id)),
    booleanPair('tokenizer.ggml.add_bos_token', addsBos),
  ];
}

/** Assigns ids to eos, eot and eom. llama.cpp stops at any of these, and at other tokens that it knows by name. */
function endIds([eos, eot, eom, ...more]: readonly number[], tokenizer: Tokenizer): Record<string, number | undefined> {
  const lost = more.map((id) => tokenizer.tokenName(id)).filter((name) => !ENDS.has(name));
  if (lost.length > 0) {
    const names = lost.map((name) => JSON.stringify(name)).join(', ');
    throw new GgufRefusal(`GGUF has keys for three end tokens, so llama.cpp would not stop at ${names}`);
  }
  return { eos_token_id: eos, eot_token_id: eot, eom_token_id: eom };
}

function templatePairs(templates: ReadonlyMap<string, string>): GgufPair[] {
  const key = 'tokenizer.chat_template';
  const others = [...templates.keys()].filter((name) => name !== 'default');
  return [
    ...(others.length === 0 ? [] : [stringsPair('tokenizer.chat_templates', others)]),
    ...[...templates].map(([name, text]) => stringPair(name === 'default' ? key : `${key}.${name}`, text)),
  ];
}
