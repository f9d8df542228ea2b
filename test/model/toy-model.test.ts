import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { TOY_WORDS } from '../../scripts/toy-tokenizer.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { ChatTemplate, chooseTemplate } from '../../src/model/text/chat-template.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { temporaryFolder } from './temporary-folder.ts';

function toy(options?: Parameters<typeof writeToyModel>[1]): string {
  const folder = temporaryFolder();
  writeToyModel(folder, options);
  return folder;
}

it('the toy model is the same byte for byte for the same options, and differs for another seed', () => {
  const [one, same, other] = [toy(), toy(), toy({ seed: 4 })];
  for (const name of readdirSync(one)) expect(readFileSync(join(same, name))).toEqual(readFileSync(join(one, name)));
  const weights = (folder: string) => readFileSync(join(folder, 'model.safetensors'));
  expect(weights(other)).not.toEqual(weights(one));
});

it('the toy model has one token for each of its words, alone and after a space', () => {
  const { tokenizer } = openModelText(toy());
  for (const word of TOY_WORDS) {
    expect(tokenizer.encode(word), word).toHaveLength(1);
    expect(tokenizer.encode(` ${word}`), word).toHaveLength(1);
  }
  expect(TOY_WORDS.length).toBeGreaterThan(50);
});

it('the toy model has a ChatML template without a default system prompt', () => {
  const text = openModelText(toy());
  const template = new ChatTemplate(chooseTemplate(text.chatTemplates, false), text.specialTokens);
  const messages = [{ role: 'user', content: 'yes or no?' }];
  const prompt = template.render({ messages, addGenerationPrompt: true });
  expect(prompt).toBe('<|im_start|>user\nyes or no?<|im_end|>\n<|im_start|>assistant\n');
  expect(text.tokenizer.decode(text.tokenizer.encode(prompt))).toBe(prompt);
});

it('the toy model gives its answers similar probabilities, and then ends, by the geometry of its embeddings', () => {
  const folder = toy();
  const { tokenizer } = openModelText(folder);
  const table = openCheckpoint(folder).tensors.get('model.embed_tokens.weight')!;
  const embeddings = storedToFloat32(table.type, table.readRows(0, table.rows));
  // The layers add little to the residual stream, so the embedding alone shows where the logits point.
  const probabilities = (token: string) => {
    const at = tokenizer.encode(token)[0] * 64;
    const x = embeddings.subarray(at, at + 64);
    const scale = 1 / Math.sqrt(x.reduce((sum, value) => sum + value * value, 0) / 64);
    const logits = Array.from({ length: table.rows }, (_, row) =>
      x.reduce((sum, value, i) => sum + value * scale * embeddings[row * 64 + i], 0),
    );
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
    return (of: string) => Math.exp(logits[tokenizer.encode(of)[0]]) / total;
  };
  const first = probabilities('\n');
  for (const answer of ['yes', 'no', 'maybe']) {
    expect(first(answer)).toBeGreaterThan(0.15);
    expect(first(answer)).toBeLessThan(0.55);
    expect(probabilities(answer)('<|im_end|>')).toBeGreaterThan(0.99);
  }
});
