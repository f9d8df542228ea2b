import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { best, logSumExp, maxDifference, perplexity } from './comparison.ts';
import { DecoderDriver } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';
import { smollm2File } from './smollm2-file.ts';

/** Results of transformers, dequantised to float32; scripts/oracle/smollm2_goldens.py writes them. */
interface Goldens {
  vocabulary: number;
  fixedIds: number[];
  prompts: GoldenPrompt[];
}

/** All per-position arrays have one entry for each of `ids`. */
interface GoldenPrompt {
  name: string;
  text: string;
  ids: number[];
  logSumExp: number[];
  topIds: number[][];
  topLogits: number[][];
  fixedLogits: number[][];
  /** Greedy continuation of `ids`. */
  greedy: number[];
}

// biome-ignore lint/suspicious/noExplicitAny: values of every shape
const examples = document.components!.examples as Record<string, { value: any }>;
const goldens: Goldens = JSON.parse(readFileSync(goldenFile('smollm2.json'), 'utf8'));

describe('SmolLM2-135M-Instruct, compared with transformers', () => {
  const { prompts, fixedIds } = goldens;
  let file: string;
  let driver: DecoderDriver;
  /** [V] logits at each position of each prompt; the cache then holds all prompts. */
  const logits: Float32Array[][] = [];

  beforeAll(async () => {
    file = await smollm2File();
    driver = await DecoderDriver.open(file, { sequences: prompts.length, context: 128, maxRows: 64 });
    for (const [sequence, { ids }] of prompts.entries()) logits.push(await driver.prefill(ids, sequence));
  });

  afterAll(() => driver?.close());

  test('the tokenizer gives the same ids', () => {
    const { tokenizer } = openModelText(file);
    for (const { text, ids } of prompts) expect(tokenizer.encode(text).slice(0, ids.length)).toEqual(ids);
  });

  test('the ids in the examples of the OpenAPI contract are those of its tokenizer', () => {
    const { tokenizer } = openModelText(file);
    const { TokenizeRequest, TokenizedText, CompletionOfTokens, Completion, ChatCompletion } = examples;
    expect(tokenizer.encode(TokenizeRequest.value.prompt)).toEqual(TokenizedText.value.tokens);
    expect(CompletionOfTokens.value.prompt.map((ids: number[]) => tokenizer.decode(ids))).toEqual([
      'The sun is',
      'The moon is',
    ]);
    const { text, stop_reason: end, token_ids: ids } = Completion.value.choices[0];
    expect(tokenizer.encode(text + end)).toEqual(ids);
    const [yes] = ChatCompletion.value.choices[0].logprobs.content;
    expect(tokenizer.encode(yes.token)).toEqual([yes.token_id]);
  });

  test.each(prompts.map(({ name }, index) => ({ name, index })))(
    'logits of $name differ by less than 2e-3',
    ({ name, index }) => {
      const golden = prompts[index];
      expect(logits[index].map(({ length }) => length)).toEqual(golden.ids.map(() => goldens.vocabulary));
      const differences = logits[index].map((row, t) => {
        const pick = (ids: number[]) => ids.map((id) => row[id]);
        return Math.max(
          Math.abs(logSumExp(row) - golden.logSumExp[t]),
          maxDifference(pick(golden.topIds[t]), golden.topLogits[t]),
          maxDifference(pick(fixedIds), golden.fixedLogits[t]),
        );
      });
      report(`SmolLM2 logits of ${name}: max difference`, Math.max(...differences));
      expect(Math.max(...differences)).toBeLessThan(2e-3);
    },
  );

  test('greedy continuations are the same, with all prompts in one batch', async () => {
    const found = prompts.map(({ ids }, sequence) => [best(logits[sequence][ids.length - 1])]);
    while (found[0].length < prompts[0].greedy.length) {
      const rows = found.map((ids, sequence) => ({
        sequence,
        position: prompts[sequence].ids.length + ids.length - 1,
        token: ids[ids.length - 1],
      }));
      const next = await driver.logits(rows);
      next.forEach((row, sequence) => {
        found[sequence].push(best(row));
      });
    }
    expect(found).toEqual(prompts.map(({ greedy }) => greedy));
  });

  test.each([
    ['int8', 0.01],
    ['f16', 0.005],
  ] as const)('the perplexity of %s is within %d of that of f32', async (precision, most) => {
    const limits = { sequences: prompts.length, context: 64, maxRows: 64 };
    const driver = await DecoderDriver.open(file, limits, precision);
    const rounded: Float32Array[][] = [];
    for (const [sequence, { ids }] of prompts.entries()) rounded.push(await driver.prefill(ids, sequence));
    await driver.close();
    // Makes sure that the precision is another than f32.
    expect(rounded[0][0]).not.toEqual(logits[0][0]);
    const texts = prompts.map(({ ids }) => ids);
    const change = perplexity(rounded, texts) / perplexity(logits, texts) - 1;
    report('SmolLM2 perplexity of f32', perplexity(logits, texts));
    report(`SmolLM2 perplexity of ${precision}, change`, change);
    expect(Math.abs(change)).toBeLessThan(most);
  });
});
