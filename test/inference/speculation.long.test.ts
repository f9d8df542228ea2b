import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import { ANY_JSON, type Grammar, jsonSchemaGrammar } from '../../src/inference/grammar/grammar.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { smollm2File } from '../oracle/smollm2-file.ts';

/** SmolLM2 with and without drafts: the same bits, in fewer steps if it copies. */

const NOTE =
  'Maria Gonzalez, 34, lives in Barcelona and works as a marine biologist at the Oceanographic Institute. ' +
  'Peter Lindqvist, 51, lives in Gothenburg and works as a structural engineer at Norrbro Konsult.';
const ASKED = [
  `Repeat this text word for word.\n\n${NOTE}`,
  `Summarise this text.\n\n${NOTE}`,
  `Write the people of this text as JSON.\n\n${NOTE}`,
  'Write a short story about a lighthouse keeper.',
  'List ten tips for learning a new language.',
];
const string = { type: 'string', maxLength: 40 };
const person = { type: 'object', properties: { name: string, occupation: string }, required: ['name', 'occupation'] };
const people = jsonSchemaGrammar({ type: 'array', items: person, minItems: 2, maxItems: 2 }, ANY_JSON);
const PENALTIES = {
  repetitionPenalty: 1.1,
  frequencyPenalty: 0.2,
  presencePenalty: 0.1,
  bias: [],
  allowedIds: null,
  minTokens: 12,
  stopIds: [2],
  badWords: [[260, 1780]],
  processors: [],
  extraArgs: {},
};
const WISHES: readonly Partial<GenerateRequest>[] = [
  {},
  { sampling: { temperature: 0.7, topK: 40, topP: 0.9, seed: 5n } },
  { rules: PENALTIES, sampling: { temperature: 0.5, topK: 0, topP: 1, seed: 6n } },
  { grammar: { grammar: people as Grammar, thoughts: null, endIds: [2] }, maxTokens: 90 },
];

describe.each(['f32', 'int8'] as const)('SmolLM2 in %s with drafts', (precision) => {
  let device: Device;
  let model: LoadedModel;
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    const path = await smollm2File();
    tokenizer = openModelText(path).tokenizer;
    device = await Device.open();
    model = await loadModel(device, new DeviceLock(), { id: 'smollm2', path, precision }, () => {});
  });
  afterAll(() => device?.destroy());

  const ask = async (text: string, changes: Partial<GenerateRequest>) => {
    const chat = `<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`;
    const tokens: GeneratedToken[] = [];
    const { steps, specDecode } = model.engine.stats;
    const sampling = { temperature: 0, topK: 0, topP: 1, seed: 0n };
    const usual = { model: '', adapter: null, maxTokens: 60, stopTokenIds: [2], sampling, topLogprobs: 2 };
    const promptIds = Uint32Array.from(tokenizer.encode(chat));
    await model.engine.generate({ ...usual, promptIds, ...changes }, (token) => tokens.push(token));
    const { stats } = model.engine;
    const accepted = stats.specDecode.acceptedTokens - specDecode.acceptedTokens;
    return { tokens, steps: stats.steps - steps, accepted };
  };

  it.each(ASKED.map((text) => [text.split('.')[0], text]))(
    'gives the tokens that it gives without: %s',
    async (_, text) => {
      // The prompt is cached from now on.
      await ask(text, { maxTokens: 1 });
      for (const wish of WISHES) {
        const plain = await ask(text, { ...wish, speculation: false });
        const drafted = await ask(text, wish);
        expect(drafted.tokens).toEqual(plain.tokens);
        expect(plain.accepted).toBe(0);
        if (text === ASKED[0] && wish.rules === undefined) {
          expect(drafted.accepted).toBeGreaterThan(15);
          expect(drafted.steps).toBeLessThan(0.8 * plain.steps);
        }
      }
    },
  );
});
