import { createHash } from 'node:crypto';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CheckpointError, rowBytes } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Written by llama.cpp's own gguf package: scripts/oracle/gguf-file.py.
const golden = fileURLToPath(new URL('./goldens/tiny.gguf', import.meta.url));
const expected = JSON.parse(readFileSync(golden.replace('.gguf', '.json'), 'utf8')) as Record<
  string,
  { shape: number[]; sha256: string }
>;

/** Opens the golden file with a change. */
function openChanged(change: (bytes: Buffer) => unknown) {
  const bytes = readFileSync(golden);
  const path = join(temporaryFolder(), 'changed.gguf');
  const changed = change(bytes);
  writeFileSync(path, changed instanceof Buffer ? changed : bytes);
  return openCheckpoint(path);
}

/** Returns the offset after the first occurrence of `text`. */
function behind(bytes: Buffer, text: string): number {
  const at = bytes.indexOf(text);
  if (at < 0) throw new Error(`${text} is not in the golden file`);
  return at + text.length;
}

const DIMS = 4;
const TYPE = DIMS + 16;
const OFFSET = TYPE + 4;

describe('a GGUF file of llama.cpp', () => {
  const checkpoint = openCheckpoint(golden);

  it('has its config, with the RoPE scaling that its frequency factors came from', () => {
    expect(checkpoint.config).toEqual({
      model_type: 'llama',
      hidden_size: 64,
      num_hidden_layers: 1,
      num_attention_heads: 4,
      num_key_value_heads: 2,
      head_dim: 16,
      intermediate_size: 96,
      vocab_size: 8,
      rms_norm_eps: 1e-5,
      rope_theta: 500000,
      rope_scaling: {
        rope_type: 'llama3',
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
      tie_word_embeddings: true,
      attention_bias: false,
      qk_norm: false,
      max_position_embeddings: 8192,
    });
  });

  it('has every tensor under its Hugging Face name', () => {
    expect([...checkpoint.tensors.keys()].sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s dequantises to the bits that llama.cpp gets, rows in order', (name, golden) => {
    const tensor = checkpoint.tensors.get(name)!;
    expect([tensor.rows, tensor.cols]).toEqual(golden.shape.length === 1 ? [1, ...golden.shape] : golden.shape);
    const values = storedToFloat32(tensor.type, tensor.readRows(0, tensor.rows));
    expect(createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')).toBe(golden.sha256);
  });

  it('reads any rows of a permuted projection as in the whole', () => {
    const q = checkpoint.tensors.get('model.layers.0.self_attn.q_proj.weight')!;
    const stride = rowBytes(q.type, q.cols);
    const whole = q.readRows(0, q.rows);
    for (const [start, count] of [
      [0, 1],
      [5, 3],
      [10, 30],
      [63, 1],
      [16, 16],
      [7, 0],
    ]) {
      expect(q.readRows(start, count)).toEqual(whole.slice(start * stride, (start + count) * stride));
    }
    expect(() => q.readRows(60, 5)).toThrow(CheckpointError);
  });
});

describe('a GGUF model in parts', () => {
  const parts = fileURLToPath(new URL('./goldens/split', import.meta.url));
  const first = join(parts, 'tiny-00001-of-00004.gguf');
  /** Returns a function that opens a changed copy of the parts. */
  const changed = (change: (folder: string) => void) => {
    const folder = join(temporaryFolder(), 'split');
    cpSync(parts, folder, { recursive: true });
    change(folder);
    return () => openCheckpoint(join(folder, 'tiny-00001-of-00004.gguf')).close();
  };

  it.each(['its first file', 'the folder of them'])('opens by %s, with the tensors of all parts', (how) => {
    const whole = openCheckpoint(golden);
    const split = openCheckpoint(how === 'its first file' ? first : parts);
    expect(split.config).toEqual(whole.config);
    expect([...split.tensors.keys()].sort()).toEqual([...whole.tensors.keys()].sort());
    for (const [name, tensor] of whole.tensors) {
      expect(split.tensors.get(name)!.readRows(0, tensor.rows)).toEqual(tensor.readRows(0, tensor.rows));
    }
    whole.close();
    split.close();
  });

  it('has the config of its text in the first part', () => {
    expect(openModelText(first).config).toEqual(openModelText(golden).config);
  });

  it('names a part that is missing, misplaced, of another model, or opened by itself', () => {
    const second = 'tiny-00002-of-00004.gguf';
    const move = (from: string, to: string) => (folder: string) => renameSync(join(folder, from), join(folder, to));
    expect(changed((folder) => rmSync(join(folder, second)))).toThrow(/tiny-00002-of-00004\.gguf: cannot be opened/);
    expect(changed(move('tiny-00003-of-00004.gguf', second))).toThrow(
      /tiny-00002-of-00004\.gguf: part 3 of 4; expected part 2 of 4/,
    );
    expect(changed((folder) => cpSync(golden, join(folder, second)))).toThrow(/part 1 of 1; expected part 2 of 4/);
    expect(() => openCheckpoint(join(parts, second))).toThrow(/part 2 of 4 of a model; specify the first part/);
    expect(() => openCheckpoint(copied(first, 'renamed.gguf'))).toThrow(
      /one of 4 parts, but its name lacks -00001-of-00004/,
    );
  });
});

function copied(path: string, name: string): string {
  const copy = join(temporaryFolder(), name);
  cpSync(path, copy);
  return copy;
}

describe('a GGUF file that is broken', () => {
  const broken: [what: string, message: RegExp, change: (bytes: Buffer) => unknown][] = [
    ['is empty', /not a GGUF file/, () => Buffer.alloc(0)],
    ['is something else', /does not begin with "GGUF"/, (bytes) => bytes.write('PK\x03\x04')],
    ['has an old version', /version 1 is not supported/, (bytes) => bytes.writeUInt32LE(1, 4)],
    ['is big-endian', /big-endian/, (bytes) => bytes.writeUInt32BE(3, 4)],
    ['counts too many tensors', /tensor count is 1152921504606846976/, (b) => b.writeBigUInt64LE(1n << 60n, 8)],
    ['counts too much metadata', /metadata count is/, (b) => b.writeBigUInt64LE(1n << 40n, 16)],
    ['has a string without end', /string length of metadata key/, (b) => b.writeBigUInt64LE(1n << 62n, 24)],
    [
      'has an array without end',
      /length of metadata tokenizer.ggml.tokens is/,
      (b) => b.writeBigUInt64LE(1n << 50n, behind(b, 'tokenizer.ggml.tokens') + 8),
    ],
    [
      'has another architecture',
      /architecture "gemma" is not supported; llama, qwen2, .*, olmo2, gemma2, gemma3, qwen3moe, gpt-oss are/,
      (b) => b.write('gemma', behind(b, 'general.architecture') + 12),
    ],
    [
      'has a tensor twice',
      /tensor "blk.0.attn_k.weight" appears twice/,
      (b) => b.write('blk.0.attn_k', b.indexOf('blk.0.attn_q.weight')),
    ],
    [
      'lacks a tensor',
      /tensor model.norm.weight is missing/,
      (b) => b.write('output_xxxx', b.indexOf('output_norm.weight')),
    ],
    [
      'has a tensor of an unsupported type',
      /blk.0.ffn_up.weight is stored as IQ1_S; F32, F16, Q4_0, .*Q6_K, .*BF16 and MXFP4 are supported/,
      (b) => b.writeUInt32LE(19, behind(b, 'blk.0.ffn_up.weight') + TYPE),
    ],
    [
      'has a tensor beyond its end',
      /blk.0.ffn_up.weight: truncated or corrupt: its \d+ bytes at \d+ extend beyond the end of the file/,
      (b) => b.writeBigUInt64LE(1n << 45n, behind(b, 'blk.0.ffn_up.weight') + OFFSET),
    ],
    [
      'has a tensor that is not aligned',
      /blk.0.ffn_up.weight: corrupt: offset 1 is not aligned to 32/,
      (b) => b.writeBigUInt64LE(1n, behind(b, 'blk.0.ffn_up.weight') + OFFSET),
    ],
    [
      'has tensors that overlap',
      /corrupt: tensors .* and .* overlap/,
      (b) => b.writeBigUInt64LE(0n, behind(b, 'blk.0.ffn_up.weight') + OFFSET),
    ],
    [
      'has a tensor whose size overflows',
      /dimension 0 of tensor blk.0.ffn_up.weight is|elements/,
      (b) => b.writeBigUInt64LE(1n << 52n, behind(b, 'blk.0.ffn_up.weight') + DIMS),
    ],
    [
      'has a row that is no whole number of blocks',
      /blk.0.ffn_up.weight: rows of 63 elements are not a multiple of the q4_0 block size/,
      (b) => b.writeBigUInt64LE(63n, behind(b, 'blk.0.ffn_up.weight') + DIMS),
    ],
    [
      'has five dimensions',
      /blk.0.ffn_up.weight: 5 dimensions/,
      (b) => b.writeUInt32LE(5, behind(b, 'blk.0.ffn_up.weight')),
    ],
    [
      'has a tensor of another shape than the config tells',
      /mlp.gate_proj.weight is \[96, 64\]; the config requires \[64, 64\]/,
      (b) => b.writeUInt32LE(64, behind(b, 'llama.feed_forward_length') + 4),
    ],
    [
      'has a wrong metadata type',
      /metadata llama.block_count must be a whole number/,
      (b) => b.writeUInt32LE(0, behind(b, 'llama.block_count') + 4),
    ],
    [
      'has more layers than tensors',
      /4294967295 layers, but there are only 11 tensors/,
      (b) => b.writeUInt32LE(0xffffffff, behind(b, 'llama.block_count') + 4),
    ],
    [
      'has two tensors of one place',
      /tensor model.norm.weight appears twice/,
      (b) => b.write('model.norm.weight', b.indexOf('rope_freqs.weight')),
    ],
    [
      'has a base of 0 for RoPE',
      /metadata llama.rope.freq_base must be a number above 0/,
      (b) => b.writeFloatLE(0, behind(b, 'llama.rope.freq_base') + 4),
    ],
    ['lost its last byte', /output_norm|rope_freqs|goes? beyond/, (bytes) => bytes.subarray(0, bytes.length - 64)],
  ];

  it.each(broken)('%s', (_what, message, change) => {
    expect(() => openChanged(change)).toThrow(CheckpointError);
    expect(() => openChanged(change)).toThrow(message);
    expect(() => openChanged(change)).toThrow(/changed\.gguf: /);
  });

  it('is refused wherever it is truncated', () => {
    const whole = readFileSync(golden);
    const path = join(temporaryFolder(), 'cut.gguf');
    for (let length = 0; length < whole.length - 64; length += 101) {
      writeFileSync(path, whole.subarray(0, length));
      expect(() => openCheckpoint(path), `${length} bytes`).toThrow(CheckpointError);
    }
  });

  it('opens or fails with a CheckpointError if random bytes of the header are changed', () => {
    const whole = readFileSync(golden);
    const headerEnd = behind(whole, 'rope_freqs.weight') + 24;
    const path = join(temporaryFolder(), 'fuzzed.gguf');
    let refused = 0;
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 8) % below;
    };
    for (let i = 0; i < 600; i++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change <= random(3); change++) bytes[random(headerEnd)] = random(256);
      writeFileSync(path, bytes);
      try {
        openCheckpoint(path).close();
      } catch (error) {
        expect(error).toBeInstanceOf(CheckpointError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});
