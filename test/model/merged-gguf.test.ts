import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { TOY_EXPERTS, type ToyModelOptions, writeToyModel } from '../../scripts/toy-model.ts';
import { readAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { type Checkpoint, type CheckpointTensor, rowBytes } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { FileBytes } from '../../src/model/checkpoint/file-bytes.ts';
import { float32ToStored, type WrittenType } from '../../src/model/checkpoint/float32-stored.ts';
import { ggufHeader, stringsPair } from '../../src/model/checkpoint/gguf-bytes.ts';
import { ggufConfig } from '../../src/model/checkpoint/gguf-config.ts';
import { readGgufHeader } from '../../src/model/checkpoint/gguf-header.ts';
import { GgufMetadata } from '../../src/model/checkpoint/gguf-metadata.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import type { JsonObject } from '../../src/model/checkpoint/json-file.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { folderFiles } from '../../src/model/export/folder-files.ts';
import { mergedGguf } from '../../src/model/export/merged-gguf.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { mergedRows, moduleOf } from '../../src/model/export/merged-rows.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { splitLikeLlama3 } from './llama3-toy.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TYPES: WrittenType[] = ['f32', 'f16', 'bf16', 'q8_0', 'q4_1', 'q4_0'];
const golden = (name: string) => join(import.meta.dirname, 'goldens', name);

const llama3 = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 };
/** Families, and config fields that GGUF has separate keys or tensors for. */
const MODELS: Record<string, Record<string, unknown>> = {
  llama: {},
  'llama, untied, with more rows than tokens': { tie_word_embeddings: false, vocab_size: 512 },
  'llama with Llama 3 RoPE': { rope_theta: 500000, rope_scaling: { rope_type: 'llama3', ...llama3 } },
  'qwen2 with linear RoPE': { model_type: 'qwen2', rope_scaling: { rope_type: 'linear', factor: 2 } },
  'qwen2 with YaRN': {
    model_type: 'qwen2',
    max_position_embeddings: 512,
    rope_scaling: {
      rope_type: 'yarn',
      factor: 4,
      original_max_position_embeddings: 128,
      beta_fast: 32,
      beta_slow: 1,
      truncate: true,
    },
  },
  'phi3 with LongRoPE over 3/4 of each head': {
    model_type: 'phi3',
    max_position_embeddings: 512,
    partial_rotary_factor: 0.75,
    rope_scaling: {
      rope_type: 'longrope',
      short_factor: Array.from({ length: 6 }, (_, i) => 1 + i / 10),
      long_factor: Array.from({ length: 6 }, (_, i) => 1 + i),
      factor: 4,
      original_max_position_embeddings: 128,
      attention_factor: 1.19,
    },
  },
  'smollm3, every fourth layer without RoPE': { model_type: 'smollm3', num_hidden_layers: 4 },
  'granite with its multipliers': {
    model_type: 'granite',
    embedding_multiplier: 12,
    residual_multiplier: 0.22,
    attention_multiplier: 0.015625,
    logits_scaling: 8,
  },
  'olmo3, whose files say olmo2, with YaRN in the layer that has no window': {
    model_type: 'olmo3',
    num_hidden_layers: 4,
    sliding_window: 64,
    rope_theta: 500000,
    rope_scaling: {
      ...{ rope_type: 'yarn', factor: 4, original_max_position_embeddings: 128 },
      ...{ beta_fast: 32, beta_slow: 1, truncate: true },
    },
  },
  'olmo2, whose files tell no window': { model_type: 'olmo2' },
  'a mixture of experts': { ...TOY_EXPERTS, head_dim: 32 },
  'gemma2, whose norms GGUF has plus 1': {
    model_type: 'gemma2',
    head_dim: 32,
    query_pre_attn_scalar: 32,
    sliding_window: 64,
    attn_logit_softcapping: 50,
    final_logit_softcapping: 30,
    tie_word_embeddings: true,
  },
  'gemma3 without a window in each sixth layer': {
    model_type: 'gemma3_text',
    num_hidden_layers: 7,
    head_dim: 32,
    query_pre_attn_scalar: 32,
    sliding_window: 64,
    rope_theta: 1e6,
    rope_scaling: { rope_type: 'linear', factor: 8 },
    tie_word_embeddings: true,
  },
  'seed_oss, whose norm before FFNs has a name of its own': {
    model_type: 'seed_oss',
    attention_bias: true,
    head_dim: 32,
  },
  'qwen3 with large heads': { model_type: 'qwen3', head_dim: 32, rms_norm_eps: 1e-6, rope_theta: 1e6 },
};

function toyWith(config: ToyModelOptions['config'] = {}): string {
  const folder = temporaryFolder();
  writeToyModel(folder, { config });
  splitLikeLlama3(folder);
  return folder;
}

function adapterFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const { config, weights } = toyAdapter();
  writeFileSync(join(folder, 'adapter_config.json'), config);
  writeFileSync(join(folder, 'adapter_model.safetensors'), weights);
  return folder;
}

/** Exports a model, and returns the path of its GGUF file. */
function exported(path: string, type: WrittenType, adapter: string | null = null): string {
  const file = mergedModel({ path, adapter, type: 'f32', gguf: type, name: 'agent-step3' });
  const bytes = Buffer.concat([...file.chunks()]);
  expect(bytes.length).toBe(file.bytes);
  const out = join(temporaryFolder(), 'model.gguf');
  writeFileSync(out, bytes);
  return out;
}

/** File types of llama.cpp, by the numbers of `llama_ftype` in llama.h. */
const FILE_TYPES: Record<WrittenType, number> = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q8_0: 7, bf16: 32 };

function fileTypeOf(path: string): unknown {
  const file = new FileBytes(path);
  const { metadata } = readGgufHeader(file);
  file.close();
  return metadata.get('general.file_type');
}

function valuesOf(tensor: CheckpointTensor): Float32Array {
  return storedToFloat32(tensor.type, tensor.readRows(0, tensor.rows));
}

/** Returns all rows of a tensor as they are stored. */
function rowsOf(path: string, name: string): Uint8Array {
  const checkpoint = openCheckpoint(path);
  const { rows, readRows } = checkpoint.tensors.get(name)!;
  const bytes = Uint8Array.from(readRows(0, rows));
  checkpoint.close();
  return bytes;
}

/** Allowed error of a value in a block, by the largest magnitude and the spread of the block. */
const ERRORS: Record<WrittenType, (most: number, spread: number) => number> = {
  f32: () => 0,
  f16: (most) => most * 2 ** -11,
  bf16: (most) => most * 2 ** -8,
  q8_0: (most) => (most / 127) * (0.5 + 127 * 2 ** -11),
  q4_1: (most, spread) => (spread / 15) * (0.5 + 15 * 2 ** -11) + most * 2 ** -11,
  q4_0: (most) => (most / 8) * (1 + 8 * 2 ** -11),
};

function checkValues(name: string, type: WrittenType, found: Float32Array, wanted: Float32Array): void {
  expect(found.length).toBe(wanted.length);
  for (let start = 0; start < wanted.length; start += 32) {
    const block = wanted.subarray(start, start + 32);
    const [least, most] = [Math.min(...block), Math.max(...block)];
    const allowed = ERRORS[type](Math.max(-least, most), most - least) + 2 ** -25;
    const wrong = block.findIndex((value, i) => !(Math.abs(found[start + i] - value) <= allowed));
    if (wrong >= 0) expect.fail(`${name} at ${start + wrong}: ${found[start + wrong]}, not ${block[wrong]}`);
  }
}

/** Every type for one model, and one type for the others. */
const CASES = Object.entries(MODELS).flatMap(([what, config], i) =>
  (i === 0 ? TYPES : TYPES.slice(0, 1)).map((type) => ({ what, type, config })),
);

it.each(CASES)(
  'a GGUF file of $what in $type reads back with its config, its text and its merged weights',
  ({ type, config }) => {
    const path = toyWith(config);
    const isToyAdapted = config.head_dim === undefined && config.model_type !== 'phi3';
    const adapter = isToyAdapted ? adapterFolder() : null;
    const file = exported(path, type, adapter);
    const [base, found] = [openCheckpoint(path), openCheckpoint(file)];
    expect(found.config).toEqual(base.config);
    expect(fileTypeOf(file)).toBe(FILE_TYPES[type]);
    const changes = adapter === null ? null : readAdapter(adapter, base.config);
    expect([...found.tensors.keys()].sort()).toEqual([...base.tensors.keys()].sort());
    for (const [name, tensor] of found.tensors) {
      const source = base.tensors.get(name)!;
      const merged = mergedRows(source, moduleOf(changes, name), { start: 0, count: source.rows });
      checkValues(name, tensor.type as WrittenType, valuesOf(tensor), merged);
      expect([name, tensor.type]).toEqual([name, typeOf(name, type, base)]);
    }
    checkText(file, path);
    base.close();
    found.close();
  },
);

function typeOf(name: string, type: WrittenType, { config }: Checkpoint): WrittenType {
  if (/norm|bias/.test(name)) return 'f32';
  const isHead = name === 'lm_head.weight' || (config.tie_word_embeddings && name === 'model.embed_tokens.weight');
  return isHead && type.startsWith('q4') ? 'q8_0' : type;
}

function checkText(file: string, path: string): void {
  const [found, wanted] = [openModelText(file), openModelText(path)];
  expect(found.chatTemplates).toEqual(wanted.chatTemplates);
  expect(found.specialTokens).toEqual(wanted.specialTokens);
  expect(found.specialIds.eos[0]).toBe(wanted.specialIds.eos[0]);
  expect([found.specialIds.bos, found.specialIds.pad]).toEqual([wanted.specialIds.bos, wanted.specialIds.pad]);
  expect(found.tokenizer.vocabSize).toBe(wanted.tokenizer.vocabSize);
  expect(found.tokenizer.specialIds).toEqual(wanted.tokenizer.specialIds);
  for (const text of ['yes or no?', 'naïve 1234 \n\n  tabs\t', '<|im_start|>user\nred, "blue"<|im_end|>\n']) {
    expect(found.tokenizer.encode(text)).toEqual(wanted.tokenizer.encode(text));
    expect(found.tokenizer.encode(text, { addSpecialTokens: true })).toEqual(
      wanted.tokenizer.encode(text, { addSpecialTokens: true }),
    );
  }
}

it('a folder exported from a GGUF file of Gemma has its config, with floats where transformers needs floats', () => {
  const gemma2 = Object.entries(MODELS).find(([what]) => what.startsWith('gemma2'))![1];
  const file = exported(toyWith(gemma2), 'f32');
  const folder = temporaryFolder();
  for (const { name, bytes } of folderFiles(file, 'f32')) writeFileSync(join(folder, name), bytes);
  const found = parseModelConfig('c', JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')));
  const source = openCheckpoint(file);
  expect(found).toEqual(source.config);
  source.close();
  expect(readFileSync(join(folder, 'config.json'), 'utf8')).toMatch(/"attn_logit_softcapping": 50\.0,\n/);
});

it('GGUF refuses a Gemma 3 with other windows, score factor or RoPE than llama.cpp assumes', () => {
  const gemma3 = Object.entries(MODELS).find(([what]) => what.startsWith('gemma3'))![1];
  for (const change of [{ sliding_window_pattern: 2 }, { query_pre_attn_scalar: 24 }, { rope_local_base_freq: 100 }]) {
    expect(() => exported(toyWith({ ...gemma3, ...change }), 'f32')).toThrow(
      /assume one layer in 6 without a window.* for gemma3/,
    );
  }
});

it('GGUF accepts the YaRN factor of OLMo 3 that llama.cpp computes, and refuses other windows and bases', () => {
  const [, olmo3] = Object.entries(MODELS).find(([what]) => what.startsWith('olmo3'))!;
  const yarn = (attention_factor: number) =>
    toyWith({ ...olmo3, rope_scaling: { ...(olmo3.rope_scaling as object), attention_factor } });
  const { config, close } = openCheckpoint(exported(yarn(0.1 * Math.log(4) + 1), 'f32'));
  close();
  expect(config).toMatchObject({ model_type: 'olmo3', rope_scaling: olmo3.rope_scaling });
  expect(() => exported(yarn(1.3), 'f32')).toThrow(/GGUF has no keys for truncate, attention_factor/);
  for (const change of [{ layer_types: new Array(4).fill('sliding_attention') }, { rope_theta: 1e6 }]) {
    expect(() => exported(toyWith({ ...olmo3, ...change }), 'f32')).toThrow(
      /assume one layer in 4 without a window.* for olmo2/,
    );
  }
});

it('GGUF refuses a Gemma with other soft caps than llama.cpp applies', () => {
  const [gemma2, gemma3] = ['gemma2', 'gemma3'].map(
    (name) => Object.entries(MODELS).find(([what]) => what.startsWith(name))![1],
  );
  const caps = /always caps the scores and logits of gemma2, and never caps the scores of gemma3/;
  expect(() => exported(toyWith({ ...gemma2, attn_logit_softcapping: null }), 'f32')).toThrow(caps);
  expect(() => exported(toyWith({ ...gemma2, final_logit_softcapping: null }), 'f32')).toThrow(caps);
  expect(() => exported(toyWith({ ...gemma3, attn_logit_softcapping: 50 }), 'f32')).toThrow(caps);
});

it('a GGUF file of Gemma 3 may state which layers have no window', () => {
  const gemma3 = Object.entries(MODELS).find(([what]) => what.startsWith('gemma3'))![1];
  const file = new FileBytes(exported(toyWith(gemma3), 'f32'));
  const { metadata } = readGgufHeader(file);
  file.close();
  metadata.set('gemma3.attention.sliding_window_pattern', 3);
  const none = { ropeDivisors: null, shortFactors: null, longFactors: null };
  const facts = { vocabSize: 512, tied: true, attentionBias: false, ...none };
  const { layer_types } = ggufConfig(new GgufMetadata('x.gguf', metadata), facts);
  const [near, full] = ['sliding_attention', 'full_attention'];
  expect(layer_types).toEqual([near, near, full, near, near, full, near]);
});

it('a GGUF file of Gemma 2 without soft caps has the defaults of llama.cpp', () => {
  const gemma2 = Object.entries(MODELS).find(([what]) => what.startsWith('gemma2'))![1];
  const other = { attn_logit_softcapping: 40, final_logit_softcapping: 20 };
  const file = exported(toyWith({ ...gemma2, ...other }), 'f32');
  const named = openCheckpoint(file);
  expect(named.config).toMatchObject(other);
  named.close();
  const bytes = readFileSync(file);
  for (const key of Object.keys(other)) bytes.write('another', bytes.indexOf(`gemma2.${key}`) + 'gemma2.'.length);
  writeFileSync(file, bytes);
  const unnamed = openCheckpoint(file);
  expect(unnamed.config).toMatchObject({ attn_logit_softcapping: 50, final_logit_softcapping: 30 });
  unnamed.close();
});

it('a GGUF file of a Mistral with a window limits its context to the window', () => {
  const checkpoint = openCheckpoint(exported(toyWith({ model_type: 'mistral', sliding_window: 96 }), 'f32'));
  expect(checkpoint.config).toMatchObject({ model_type: 'llama', max_position_embeddings: 96 });
  checkpoint.close();
});

describe('a GGUF file', () => {
  it('is the same byte for byte each time, for every slice size', () => {
    const path = toyWith();
    const checkpoint = openCheckpoint(path);
    const source = { path, name: 'x', checkpoint, adapter: readAdapter(adapterFolder(), checkpoint.config) };
    const [whole, again, sliced] = [undefined, undefined, 300].map((slice) => [
      ...mergedGguf(source, 'q8_0', slice).chunks(),
    ]);
    expect(Buffer.concat(again).equals(Buffer.concat(whole))).toBe(true);
    expect(sliced.length).toBeGreaterThan(5 * whole.length);
    expect(Buffer.concat(sliced).equals(Buffer.concat(whole))).toBe(true);
    checkpoint.close();
  });

  it('of another GGUF file keeps weights of the same type bit for bit', () => {
    const source = openCheckpoint(golden('tiny.gguf'));
    for (const type of TYPES) {
      const copy = openCheckpoint(exported(golden('tiny.gguf'), type));
      expect(copy.config).toEqual(source.config);
      const same = [...source.tensors.values()].filter((tensor) => tensor.type === type);
      expect(same.length).toBeGreaterThan(0);
      for (const tensor of same) expect(valuesOf(copy.tensors.get(tensor.name)!)).toEqual(valuesOf(tensor));
      copy.close();
    }
    checkText(exported(golden('tiny.gguf'), 'f16'), golden('tiny.gguf'));
    source.close();
  });

  it('of another GGUF file keeps blocks that no adapter changes, and does not quantise them again', () => {
    const name = 'model.layers.0.mlp.down_proj.weight';
    const path = exported(toyWith(), 'q8_0');
    const row = rowsOf(path, name).subarray(0, rowBytes('q8_0', 32));
    const file = readFileSync(path);
    const place = file.indexOf(row);
    // 32 ones, as scale 1 times 1. Quantising again would make the largest number 127 times its scale.
    file.set([0x00, 0x3c, ...Array(32).fill(1)], place);
    writeFileSync(path, file);
    const ones = rowsOf(path, name);
    expect([...ones.subarray(0, 4)]).toEqual([0x00, 0x3c, 1, 1]);
    expect(Buffer.compare(rowsOf(exported(path, 'q8_0'), name), ones)).toBe(0);
  });

  it('has a matrix in f16 if its rows are no whole number of blocks', () => {
    const path = toyWith({ intermediate_size: 120 });
    const checkpoint = openCheckpoint(exported(path, 'q8_0'));
    const types = ['gate_proj', 'down_proj'].map(
      (name) => checkpoint.tensors.get(`model.layers.0.mlp.${name}.weight`)!.type,
    );
    expect(types).toEqual(['q8_0', 'f16']);
    checkpoint.close();
  });

  it('adds a BOS if the tokenizer does, and has every end token', () => {
    const path = toyWith();
    change(path, 'tokenizer.json', (json) => {
      json.post_processor = {
        type: 'TemplateProcessing',
        single: [{ SpecialToken: { id: '<|im_start|>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
        pair: [],
        special_tokens: { '<|im_start|>': { id: '<|im_start|>', ids: [1], tokens: ['<|im_start|>'] } },
      };
    });
    change(path, 'generation_config.json', (json) => (json.eos_token_id = [2, 0, 490]));
    const file = exported(path, 'f16');
    checkText(file, path);
    expect(openModelText(file).tokenizer.encode('yes', { addSpecialTokens: true })[0]).toBe(1);
    expect(openModelText(file).specialIds.eos).toEqual([2, 0, 490]);
  });

  it('needs no key for an end token that llama.cpp knows by its spelling', () => {
    const path = toyWith();
    change(path, 'generation_config.json', (json) => (json.eos_token_id = [2, 489, 490, 0]));
    expect(openModelText(exported(path, 'f16')).specialIds.eos).toEqual([2, 489, 490, 0]);
  });
});

describe('a SentencePiece tokenizer', () => {
  const pieces = (name: string) => golden(`sentencepiece/${name}`);
  const texts: string[] = JSON.parse(readFileSync(pieces('ids.json'), 'utf8')).texts;

  function toyOf(name: string): string {
    const folder = temporaryFolder();
    writeToyModel(folder, { config: { vocab_size: 704, eos_token_id: 2 } });
    rmSync(join(folder, 'tokenizer.json'));
    cpSync(pieces(name), join(folder, name.endsWith('.model') ? name : 'tokenizer.json'));
    const tokens = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' };
    writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(tokens));
    writeFileSync(join(folder, 'generation_config.json'), '{}');
    return folder;
  }

  it.each(['tokenizer.model', 'llama.json', 'gemma.json'])('of %s gives the same ids in GGUF', (name) => {
    const path = toyOf(name);
    const [base, found] = [openModelText(path), openModelText(exported(path, 'f16'))];
    expect(found.specialIds).toEqual(base.specialIds);
    for (const addSpecialTokens of [false, true]) {
      for (const text of texts) {
        const ids = [base, found].map(({ tokenizer }) => tokenizer.encode(text, { addSpecialTokens }));
        expect([text, ids[1]]).toEqual([text, ids[0]]);
      }
    }
  });

  it('that adds a space before the whole text only adds none in GGUF, which would add one to each part', () => {
    const path = toyOf('metaspace.json');
    const [base, found] = [openModelText(path), openModelText(exported(path, 'f16'))];
    for (const text of texts) {
      const chat = `[INST]${text}[/INST]`;
      expect([chat, found.tokenizer.encode(chat)]).toEqual([chat, base.tokenizer.encode(chat)]);
    }
  });

  it('has scores in the order of its merges, and types of pieces, in GGUF', () => {
    const file = new FileBytes(exported(toyOf('llama.json'), 'f16'));
    const { metadata } = readGgufHeader(file);
    file.close();
    const own: [string, number, number][] = JSON.parse(readFileSync(pieces('pieces.json'), 'utf8'));
    const types = metadata.get('tokenizer.ggml.token_type') as number[];
    expect(types.slice(0, 700)).toEqual(own.map(([, , type]) => type));
    expect(types.slice(700)).toEqual([5, 5, 5, 5]);
    const scores = metadata.get('tokenizer.ggml.scores') as number[];
    const made = own.flatMap(([text, score, type], id) => (type === 1 && text.length > 1 ? [{ score, id }] : []));
    const order = (by: (piece: { score: number; id: number }) => number) =>
      [...made].sort((a, b) => by(b) - by(a)).map(({ id }) => id);
    expect(order(({ id }) => scores[id])).toEqual(order(({ score }) => score));
  });

  it.each<[string, RegExp, (json: JsonObject) => unknown]>([
    [
      'maps characters',
      /^GGUF cannot express how the tokenizer normalizes text/,
      (json) => (json.normalizer = { type: 'Sequence', normalizers: [{ type: 'NFKC' }, json.normalizer] }),
    ],
    [
      'has a merge less',
      /^GGUF has a score for each piece instead of merges, which cannot express the merges of "[^"]+"$/,
      ({ model }) => (model as { merges: unknown[] }).merges.shift(),
    ],
    [
      'has merges in another order',
      /^GGUF has a score for each piece/,
      ({ model }) => {
        const { merges } = model as { merges: unknown[] };
        merges.push(...merges.splice(300, 300).reverse(), merges[299]);
      },
    ],
  ])('is refused in GGUF if it %s', (_, message, change) => {
    const path = toyOf('llama.json');
    const json = JSON.parse(readFileSync(join(path, 'tokenizer.json'), 'utf8'));
    change(json);
    writeFileSync(join(path, 'tokenizer.json'), JSON.stringify(json));
    const asGguf = () => mergedModel({ path, adapter: null, type: 'f32', gguf: 'f16', name: 'x' });
    expect(asGguf).toThrow(expect.objectContaining({ name: 'GgufRefusal', message: expect.stringMatching(message) }));
  });
});

describe('a model that GGUF cannot hold is refused with the reason', () => {
  const refused: [what: string, message: RegExp, change: (folder: string) => void][] = [
    [
      'another way to split text',
      /^GGUF has no name for how the tokenizer splits text.*GPT-2, SmolLM2, Llama 3, .* and Qwen2$/,
      (folder) =>
        change(folder, 'tokenizer.json', ({ pre_tokenizer }) => (pre_tokenizer.pretokenizers[0].invert = true)),
    ],
    [
      'a normalizer that llama.cpp has not',
      /^GGUF has no name/,
      (folder) => change(folder, 'tokenizer.json', (json) => (json.normalizer = { type: 'NFC' })),
    ],
    [
      'a known way to split text, but with whole pieces as tokens',
      /^the tokenizer splits text like GGUF's gpt-2, which has ignore_merges false, but with ignore_merges true; GGUF/,
      (folder) => writeToyModel(folder),
    ],
    [
      'Llama 3 RoPE in another family',
      /^GGUF has no llama3 RoPE scaling for a model of type qwen3, only for llama$/,
      (folder) => {
        writeToyModel(folder, { config: { model_type: 'qwen3', rope_scaling: { rope_type: 'llama3', ...llama3 } } });
        splitLikeLlama3(folder);
      },
    ],
    [
      'other layers without RoPE than llama.cpp leaves out',
      /^Some versions of llama\.cpp do not read no_rope_layers .* assume one layer in 4 without RoPE for smollm3$/,
      (folder) => {
        writeToyModel(folder, { config: { model_type: 'smollm3', num_hidden_layers: 2, no_rope_layers: [1, 0] } });
        splitLikeLlama3(folder);
      },
    ],
    [
      'an end behind each text',
      /adds more to a text than one token at its start/,
      (folder) =>
        change(folder, 'tokenizer.json', (json) => {
          const end = { SpecialToken: { id: '<|im_end|>', type_id: 0 } };
          json.post_processor = {
            type: 'TemplateProcessing',
            single: [{ Sequence: { id: 'A', type_id: 0 } }, end],
            pair: [],
            special_tokens: { '<|im_end|>': { id: '<|im_end|>', ids: [2], tokens: ['<|im_end|>'] } },
          };
        }),
    ],
    [
      'a fourth end of an answer, of a spelling that llama.cpp does not know',
      /^GGUF has keys for three end tokens, so llama\.cpp would not stop at "[^"]+"$/,
      (folder) => change(folder, 'generation_config.json', (json) => (json.eos_token_id = [2, 0, 489, 490])),
    ],
    [
      'more tokens than embeddings',
      /^the tokenizer has 496 tokens, the embeddings have 400 rows; GGUF requires equal numbers$/,
      (folder) => {
        const words = readFileSync(join(folder, 'tokenizer.json'));
        writeToyModel(folder, { answers: [], config: { vocab_size: 400 } });
        writeFileSync(join(folder, 'tokenizer.json'), words);
      },
    ],
  ];

  it.each(refused)('%s', (_what, message, furnish) => {
    const path = toyWith();
    furnish(path);
    const asGguf = () => mergedModel({ path, adapter: null, type: 'f32', gguf: 'f16', name: 'x' });
    expect(asGguf).toThrow(expect.objectContaining({ name: 'GgufRefusal', message: expect.stringMatching(message) }));
  });
});

// biome-ignore lint/suspicious/noExplicitAny: files of every shape
function change(folder: string, name: string, edit: (json: any) => unknown): void {
  const path = join(folder, name);
  const json = JSON.parse(readFileSync(path, 'utf8'));
  edit(json);
  writeFileSync(path, JSON.stringify(json));
}

// Written by llama.cpp's own gguf package: scripts/oracle/gguf-blocks.py.
const hashes: Record<string, string> = JSON.parse(readFileSync(golden('gguf-blocks.json'), 'utf8'));

it.each(Object.entries(hashes))('numbers in %s have the bytes of llama.cpp', (type, hash) => {
  const bytes = float32ToStored(type as WrittenType, goldenNumbers());
  expect(bytes.length).toBe(rowBytes(type as WrittenType, goldenNumbers().length));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
});

it('a GGUF header holds 262,144 tokens', () => {
  const tokens = Array.from({ length: 262_144 }, (_, id) => `<${id}>`);
  const path = join(temporaryFolder(), 'tokens.gguf');
  writeFileSync(path, ggufHeader([stringsPair('tokenizer.ggml.tokens', tokens)], []));
  const file = new FileBytes(path);
  expect(readGgufHeader(file).metadata.get('tokenizer.ggml.tokens')).toEqual(tokens);
  file.close();
});

it('a number between two steps of Q4_0 rounds as in the gguf package', () => {
  const values = new Float32Array(32);
  values.set([-1.1451869010925293, -0.6441676616668701]);
  // It would be 3 if the product were not rounded before the sum.
  expect(float32ToStored('q4_0', values)[3] & 0xf).toBe(4);
});

/** Returns the numbers of the script. */
function goldenNumbers(): Float32Array {
  const [ties, blocks] = [32 * 64, 4096];
  const out = new Float32Array(ties + 32 + 32 * blocks);
  for (let i = 0; i < ties; i++) out[i] = (((i * 37) % 257) - 128) / 8;
  let state = 1;
  for (let i = 0; i < 32 * blocks; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out[ties + 32 + i] = ((state >>> 8) / 2 ** 24 - 0.5) * 2 ** ((Math.floor(i / 32) % 24) - 18);
  }
  return out;
}

describe('a GGUF file of a mixture of experts', () => {
  it('has all experts of a layer in one tensor, and its router in f32', () => {
    const file = new FileBytes(exported(toyWith(TOY_EXPERTS), 'q8_0'));
    const tensors = new Map(readGgufHeader(file).tensors.map((tensor) => [tensor.name, tensor]));
    file.close();
    expect(tensors.get('blk.1.ffn_up_exps.weight')?.dims).toEqual([64, 64, 8]);
    expect(tensors.get('blk.1.ffn_gate_inp.weight')).toMatchObject({ dims: [64, 8], typeId: 0 });
  });

  it('is refused if the metadata has another number of experts', () => {
    const file = exported(toyWith(TOY_EXPERTS), 'f32');
    const bytes = readFileSync(file);
    bytes.writeUInt32LE(6, bytes.indexOf('qwen3moe.expert_count') + 'qwen3moe.expert_count'.length + 4);
    writeFileSync(file, bytes);
    expect(() => openCheckpoint(file)).toThrow(/ffn_\w+_exps.weight: has 8 experts; the metadata requires 6/);
  });

  it.each([
    ['expert_count', 2 ** 30, /metadata qwen3moe.expert_count: 1073741824 is not supported; up to 1024 are/],
    ['expert_used_count', 9, /metadata qwen3moe.expert_used_count: 9 is above the number of experts, 8/],
    ['block_count', 20, /the config has 20 layers of 8 experts, but there are only \d+ tensors/],
  ])('is refused if %s is %i', (key, value, message) => {
    const file = exported(toyWith(TOY_EXPERTS), 'f32');
    const bytes = readFileSync(file);
    bytes.writeUInt32LE(value, bytes.indexOf(`qwen3moe.${key}`) + `qwen3moe.${key}`.length + 4);
    writeFileSync(file, bytes);
    expect(() => openCheckpoint(file)).toThrow(message);
  });

  it('is not written if llama.cpp would weigh its experts differently', () => {
    const other = toyWith({ ...TOY_EXPERTS, norm_topk_prob: false });
    expect(() => exported(other, 'f32')).toThrow('GGUF has no key for norm_topk_prob, and llama.cpp assumes true');
  });
});
