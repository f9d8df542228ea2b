import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { readAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { toBfloat16 } from '../../src/model/checkpoint/float32-stored.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { type MergedModel, mergedModel } from '../../src/model/export/merged-model.ts';
import { mergedStream } from '../../src/model/export/merged-stream.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
import { openModelText } from '../../src/model/text/model-text.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-merged-'));
const toy = join(home, 'toy');
const adapter = join(home, 'adapter');
const lora = { rank: 5, alpha: 12.5, targets: ['q_proj', 'o_proj', 'up_proj', 'down_proj'] } as const;
const gguf = join(import.meta.dirname, 'goldens/tiny.gguf');

beforeAll(() => {
  writeToyModel(toy);
  mkdirSync(adapter);
  const { config, weights } = toyAdapter({ lora: { ...lora, targets: [...lora.targets] } });
  writeFileSync(join(adapter, 'adapter_config.json'), config);
  writeFileSync(join(adapter, 'adapter_model.safetensors'), weights);
});
afterAll(() => rmSync(home, { recursive: true }));

/** Unpacks the archive with the machine's tar. */
async function unpacked(model: Omit<MergedModel, 'name'>): Promise<string> {
  const { bytes, stream } = await mergedStream({ ...model, name: 'agent-step1' });
  const archive = await buffer(stream);
  expect(archive.length).toBe(bytes);
  const folder = mkdtempSync(join(home, 'unpacked-'));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  expect(readdirSync(folder)).toEqual(['agent-step1']);
  return join(folder, 'agent-step1');
}

/** Returns all tensors of a model as float32. */
function tensorsOf(path: string): Map<string, Float32Array> {
  const checkpoint = openCheckpoint(path);
  const tensors = [...checkpoint.tensors].map(([name, { type, rows, readRows }]) => {
    return [name, storedToFloat32(type, readRows(0, rows))] as const;
  });
  checkpoint.close();
  return new Map(tensors);
}

/** Returns W + alpha / rank B A in float64, from the adapter's file. */
function withAdapter(name: string, base: Float32Array): Float64Array {
  const file = new SafetensorsFile(join(adapter, 'adapter_model.safetensors'));
  const pair = ['A', 'B'].map((kind) => `base_model.model.${name.replace(/\.weight$/, '')}.lora_${kind}.weight`);
  const sum = Float64Array.from(base);
  if (file.entries.has(pair[0])) {
    const [a, b] = pair.map((tensor) => file.readFloat32(tensor));
    const [, cols] = file.entry(pair[0]).shape;
    sum.forEach((_, place) => {
      const [row, col] = [Math.floor(place / cols), place % cols];
      for (let r = 0; r < lora.rank; r++) {
        sum[place] += (lora.alpha / lora.rank) * b[row * lora.rank + r] * a[r * cols + col];
      }
    });
  }
  file.close();
  return sum;
}

describe('a merged model', () => {
  it.each([
    ['f32', 2 ** -24],
    ['bf16', 2 ** -8],
  ] as const)('in %s is a model folder with the sum of base and adapter', async (type, precision) => {
    const folder = await unpacked({ path: toy, adapter, type });
    const names = [
      'config.json',
      'generation_config.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ];
    expect(readdirSync(folder).sort()).toEqual(names);
    const [base, merged] = [tensorsOf(toy), tensorsOf(folder)];
    expect([...merged.keys()].sort()).toEqual([...base.keys()].sort());
    let changed = 0;
    for (const [name, values] of merged) {
      const expected = withAdapter(name, base.get(name)!);
      const wrong = expected.findIndex((value, i) => Math.abs(values[i] - value) > precision * Math.abs(value));
      expect([name, wrong]).toEqual([name, -1]);
      if (expected.some((value, i) => Math.abs(value - base.get(name)![i]) > 1e-3)) changed++;
    }
    expect(changed).toBe(2 * lora.targets.length);
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    expect(config).toEqual({
      ...JSON.parse(readFileSync(join(toy, 'config.json'), 'utf8')),
      torch_dtype: type === 'f32' ? 'float32' : 'bfloat16',
    });
    for (const copied of names.filter((name) => /^(generation|tokenizer)/.test(name))) {
      expect(readFileSync(join(folder, copied))).toEqual(readFileSync(join(toy, copied)));
    }
  });

  it('is the same for every slice size', () => {
    const checkpoint = openCheckpoint(toy);
    const pair = readAdapter(adapter, checkpoint.config);
    const [whole, sliced] = [undefined, 300].map((slice) => [
      ...mergedWeights(checkpoint, pair, 'f32', slice).chunks(),
    ]);
    expect(sliced.length).toBeGreaterThan(10 * whole.length);
    expect(Buffer.concat(sliced).equals(Buffer.concat(whole))).toBe(true);
    checkpoint.close();
  });

  it('without an adapter is the base model, bit for bit', async () => {
    const folder = await unpacked({ path: toy, adapter: null, type: 'f32' });
    expect(tensorsOf(folder)).toEqual(tensorsOf(toy));
  });

  it('of a GGUF file is a Hugging Face folder of the same weights, config, tokens and template', async () => {
    const folder = await unpacked({ path: gguf, adapter: null, type: 'f32' });
    expect(tensorsOf(folder)).toEqual(tensorsOf(gguf));
    const [of, from] = [openModelText(folder), openModelText(gguf)];
    expect(of.config).toEqual(from.config);
    expect(of.specialIds).toEqual(from.specialIds);
    expect(of.specialTokens).toEqual(from.specialTokens);
    expect(of.chatTemplates).toEqual(from.chatTemplates);
    for (const text of ['Hello, world!', 'naïve 1234 \n\n  tabs\t', '<|im_start|>user']) {
      expect(of.tokenizer.encode(text)).toEqual(from.tokenizer.encode(text));
    }
  });

  it('is refused before it is streamed if its adapter does not fit', async () => {
    const wrong = mergedStream({ path: gguf, adapter, type: 'f32', name: 'x' });
    await expect(wrong).rejects.toThrow(/adapter_model\.safetensors: /);
    expect(() => mergedModel({ path: join(home, 'none'), adapter, type: 'f32', name: 'x' })).toThrow(/no such/);
  });

  it('stops streaming when its reader is destroyed', async () => {
    const { stream } = await mergedStream({ path: toy, adapter, type: 'f32', name: 'x' });
    stream.once('readable', () => stream.destroy());
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.readableEnded).toBe(false);
  });
});

it.each([
  [1, 0x3f80],
  [1 + 2 ** -8, 0x3f80],
  [1 + 3 * 2 ** -8, 0x3f82],
  [1 + 2 ** -8 + 2 ** -20, 0x3f81],
  [-2.5, 0xc020],
  [3.4e38, 0x7f80],
  [Number.NEGATIVE_INFINITY, 0xff80],
  [1e-40, 0x0001],
  [-0, 0x8000],
])('%d rounds to the bfloat16 bits %d, to nearest even', (value, bits) => {
  expect(new Uint16Array(toBfloat16(Float32Array.of(value)).buffer)[0]).toBe(bits);
});

it('NaN stays NaN in bfloat16', () => {
  const words = Uint32Array.of(0x7f800001, 0xffffffff, 0x7fc00000);
  const halves = new Uint16Array(toBfloat16(new Float32Array(words.buffer)).buffer);
  for (const bits of halves) expect((bits & 0x7f80) === 0x7f80 && (bits & 0x7f) !== 0).toBe(true);
});
