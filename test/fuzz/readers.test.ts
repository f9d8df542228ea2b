import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatCompletionRequest, CompletionRequest } from '../../src/generated/types.ts';
import { readChatParams } from '../../src/inference/chat/chat-params.ts';
import { readOutputConstraint } from '../../src/inference/chat/output-constraint.ts';
import { readPromptSettings } from '../../src/inference/chat/prompt-settings.ts';
import { RequestError } from '../../src/inference/chat/request-error.ts';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { promptsOf, sharedFields } from '../../src/inference/completion/completion-request.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { TrainingInputError } from '../../src/training/training-input-error.ts';
import { arbitraryOf } from './arbitrary.ts';
import { operations } from './operations.ts';

const model = { contextLength: 4_096, vocabSize: 1_000 };

/** Functions that read a validated body, and so check no bound again. */
const readers: Record<string, (body: never) => unknown[]> = {
  createChatCompletion: (body: ChatCompletionRequest) => [
    readChatParams(body, model),
    readPromptSettings(body),
    readToolChoice(body),
    readOutputConstraint(body),
  ],
  createCompletion: (body: CompletionRequest) => [
    promptsOf(body),
    readChatParams(sharedFields(body), model),
    readOutputConstraint(body),
  ],
  createTrainingJob: ({ experimental_config }: { experimental_config?: unknown }) => [
    readRlConfig(experimental_config),
  ],
  createSftTrainingJob: ({ config }: { config?: unknown }) => [readSftConfig(config)],
};

test.each(Object.entries(readers))('valid bodies for %s are read without NaN, or refused with a reason', (id, read) => {
  const { body } = operations.find((operation) => operation.id === id) ?? {};
  if (!body) throw new Error(`there is no body of ${id}`);
  fc.assert(
    fc.property(arbitraryOf(body), (value) => {
      try {
        for (const found of read(value as never)) expect(JSON.stringify(found, bigints)).not.toContain('"NaN"');
      } catch (error) {
        if (!(error instanceof RequestError || error instanceof TrainingInputError)) throw error;
      }
    }),
    { seed: 2, numRuns: 100 },
  );
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : Number.isNaN(value) ? 'NaN' : value;
}
