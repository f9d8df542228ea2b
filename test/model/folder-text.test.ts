import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { temporaryFolder } from './temporary-folder.ts';

function toy(): { folder: string; change(file: string, change: object): void } {
  const folder = temporaryFolder();
  writeToyModel(folder);
  const change = (file: string, changes: object) => {
    const path = join(folder, file);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }));
  };
  return { folder, change };
}

it('the text of a model folder has its special tokens, their ids and its template', () => {
  const text = openModelText(toy().folder);
  expect(text.specialIds).toEqual({ bos: 1, eos: [2], pad: 0 });
  expect(text.specialTokens.eos_token).toBe('<|im_end|>');
  expect([...text.chatTemplates.keys()]).toEqual(['default']);
});

it("the text of a model folder has every eos of generation_config.json, the tokenizer's own first", () => {
  const { folder, change } = toy();
  change('generation_config.json', { eos_token_id: [0, 2, 7] });
  expect(openModelText(folder).specialIds.eos).toEqual([2, 0, 7]);
});

it('special tokens may be objects, and come from special_tokens_map.json if the config has none', () => {
  const { folder, change } = toy();
  change('tokenizer_config.json', { eos_token: { content: '<|endoftext|>' }, pad_token: null });
  writeFileSync(join(folder, 'special_tokens_map.json'), '{"pad_token": {"content": "<|im_start|>"}}');
  const text = openModelText(folder);
  expect(text.specialTokens).toMatchObject({ eos_token: '<|endoftext|>', pad_token: '<|im_start|>' });
  expect(text.specialIds).toMatchObject({ eos: [0, 2], pad: 1 });
});

it('chat_template.jinja takes precedence over the config, and named templates come from both', () => {
  const { folder, change } = toy();
  const named = [
    { name: 'default', template: 'old' },
    { name: 'tool_use', template: 'tools' },
  ];
  change('tokenizer_config.json', { chat_template: named });
  expect(Object.fromEntries(openModelText(folder).chatTemplates)).toEqual({ default: 'old', tool_use: 'tools' });
  writeFileSync(join(folder, 'chat_template.jinja'), 'new');
  mkdirSync(join(folder, 'additional_chat_templates'));
  writeFileSync(join(folder, 'additional_chat_templates', 'rag.jinja'), 'rag');
  const templates = openModelText(folder).chatTemplates;
  expect(Object.fromEntries(templates)).toEqual({ default: 'new', tool_use: 'tools', rag: 'rag' });
});

it('a model folder with a missing or broken file is refused with its name', () => {
  const { folder } = toy();
  writeFileSync(join(folder, 'generation_config.json'), '{"eos_token_id": ');
  expect(() => openModelText(folder)).toThrow(/generation_config\.json: not readable as JSON/);
  rmSync(join(folder, 'tokenizer.json'));
  expect(() => openModelText(folder)).toThrow(/tokenizer\.json: no such file, and no tokenizer\.model, .* either/);
});
