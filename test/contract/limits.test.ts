import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../src/generated/limits.ts';
import { root } from './scratch.ts';

/** Numbers too common to count as copies of a limit in the contract. */
const PLAIN = [-1, 0, 1, 2];

test.each([
  ['src/inference/chat/chat-params.ts', limits.ChatCompletionRequest],
  ['src/inference/chat/logit-fields.ts', limits.ChatCompletionRequest],
  ['src/inference/chat/repetition.ts', limits.RepetitionDetection],
  // 1024 is also the number of characters of an unknown key that a message quotes.
  ['src/training/rl/rl-config.ts', limits.RlConfig, 1024],
  ['src/training/rl/kl-reference.ts', limits.RlConfig],
  ['src/training/sft/sft-config.ts', limits.SftConfig],
])('%s has no literal copy of a limit in the contract', (file, schema, ...others: number[]) => {
  const numbers = Object.values(schema).flatMap((field): unknown[] => Object.values(field));
  const literals = readFileSync(join(root, file), 'utf8')
    .replaceAll(/\/\*\*.*?\*\/|\/\/.*|'[^']*'/gs, '')
    .matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?/g);
  const copies = [...literals].map(([text]) => Number(text.replaceAll('_', ''))).filter((n) => numbers.includes(n));
  expect(copies.filter((n) => !PLAIN.includes(n) && !others.includes(n))).toEqual([]);
});

test('the limits of a field of several types are merged', () => {
  expect(limits.ChatCompletionRequest.stop).toEqual({ maxItems: 16, minLength: 1, maxLength: 1024, default: [] });
  expect(limits.RlConfig.learning_rate).toEqual({ minimum: 0, maximum: 1, default: 5e-6 });
});
