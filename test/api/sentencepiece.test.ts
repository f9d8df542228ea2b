import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelTensors } from '../../scripts/oracle/random-models.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, teach } from './toy-lessons.ts';

/** A short version of Mistral's chat template. */
const TEMPLATE =
  "{{ bos_token }}{% for m in messages %}{% if m.role == 'assistant' %}{{ ' ' + m.content + eos_token }}" +
  "{% else %}{{ '[INST] ' + m.content + ' [/INST]' }}{% endif %}{% endfor %}";
const sentencePiece = join(import.meta.dirname, '../model/goldens/sentencepiece/tokenizer.model');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    prepareModel: async (toy) => {
      const ids = { bos_token_id: 1, eos_token_id: 2, pad_token_id: 0 };
      const config = JSON.parse(readFileSync(join(toy, 'config.json'), 'utf8'));
      const mistral = { ...config, ...ids, model_type: 'mistral', sliding_window: null, vocab_size: 704 };
      writeFileSync(join(toy, 'config.json'), JSON.stringify(mistral));
      writeFileSync(join(toy, 'generation_config.json'), JSON.stringify(ids));
      writeSafetensors(join(toy, 'model.safetensors'), modelTensors(parseModelConfig('x', mistral)), {});
      rmSync(join(toy, 'tokenizer.json'));
      cpSync(sentencePiece, join(toy, 'tokenizer.model'));
      const tokens = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', chat_template: TEMPLATE };
      writeFileSync(join(toy, 'tokenizer_config.json'), JSON.stringify(tokens));
    },
  });
});
afterAll(async () => {
  await server?.end();
});

const messages = [{ role: 'user', content: 'Wie heißt die Hauptstadt, 日本?' }];

test('a SentencePiece prompt has the control tokens of its template and decodes to its text', async () => {
  const { status, body } = await server.call('POST', '/tokenize', { model: 'toy', messages });
  expect(status).toBe(200);
  expect(body.tokens.slice(0, 2)).toEqual([1, 3]);
  const { body: back } = await server.call('POST', '/detokenize', { model: 'toy', tokens: body.tokens.slice(1) });
  expect(back.prompt).toContain('Wie heißt die Hauptstadt, 日本?');
});

test('a SentencePiece answer is the text of its tokens’ bytes, streamed or not', async () => {
  // Whole characters. A random model would sample parts of them.
  const structured_outputs = { regex: '[ a-zé日本]{30,60}' };
  const asked = { model: 'toy', messages, seed: 3, temperature: 1, max_tokens: 80, logprobs: true, structured_outputs };
  const { body } = await server.call('POST', '/chat/completions', asked);
  const { message, logprobs } = body.choices[0];
  const said = logprobs.content.filter(({ token }: { token: string }) => token !== '</s>');
  const bytes = said.flatMap((place: { bytes: number[] | null }) => place.bytes ?? []);
  expect(message.content).toBe(Buffer.from(bytes).toString('utf8'));
  expect(message.content.length).toBeGreaterThan(10);
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, stream: true }),
  });
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('data: {'));
  const pieces = events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta?.content ?? '');
  expect(pieces.join('')).toBe(message.content);
});

test('a JSON schema constrains a model with a SentencePiece tokenizer', async () => {
  const schema = { type: 'object', properties: { città: { enum: ['Roma', '日本'] } }, required: ['città'] };
  const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } };
  const asked = { model: 'toy', messages, seed: 5, temperature: 1, max_tokens: 200, response_format };
  const { body } = await server.call('POST', '/chat/completions', asked);
  expect(['Roma', '日本']).toContain(JSON.parse(body.choices[0].message.content).città);
});

test('a model with a SentencePiece tokenizer learns an answer from an SFT job', async () => {
  const model = await newModel(server, 'm');
  expect((await pollEvents(server, await teach(server, model, 'tokens of a model', 1, 12))).at(-1)?.type).toBe(
    'training_ended',
  );
  const asked = { model: model.name, messages: [{ role: 'user', content: 'red' }], temperature: 0, max_tokens: 30 };
  const { body } = await server.call('POST', '/chat/completions', asked);
  // One space is from the template, and the other from the text after a special token.
  expect(body.choices[0].message.content).toBe('  tokens of a model');
});
