import { describe, expect, it } from 'vitest';
import { parseModelName } from '../../src/inference/chat/model-name.ts';
import { RequestError } from '../../src/inference/chat/request-error.ts';

const trained = (name: string, checkpoint: object): object => ({
  kind: 'trained',
  entity: 'team',
  project: 'games',
  name,
  checkpoint,
});

describe('parseModelName', () => {
  it.each([
    ['wandb-artifact:///team/games/agent', trained('agent', { kind: 'latest' })],
    ['wandb-artifact:///team/games/agent:latest', trained('agent', { kind: 'latest' })],
    ['wandb-artifact:///team/games/agent:step12', trained('agent', { kind: 'step', step: 12 })],
    ['wandb-artifact:///team/games/agent:v3', trained('agent', { kind: 'version', index: 3 })],
    ['wandb-artifact://team/games/agent:step0', trained('agent', { kind: 'step', step: 0 })],
    ['hosted_vllm/wandb-artifact:///team/games/agent', trained('agent', { kind: 'latest' })],
    ['wandb-artifact:///team/games/a%20b', trained('a%20b', { kind: 'latest' })],
    ['HuggingFaceTB/SmolLM2-135M-Instruct', { kind: 'base', id: 'HuggingFaceTB/SmolLM2-135M-Instruct' }],
  ])('%s', (text, expected) => {
    expect(parseModelName(text)).toEqual(expected);
  });

  it.each(['stepx', 'step', 'step-1', 'step1.5', 'step1234567890', 'v', 'newest', '', 'b:step3', 'step3:'])(
    'refuses the suffix :%s, and names the allowed ones',
    (suffix) => {
      expect(() => parseModelName(`wandb-artifact:///team/games/agent:${suffix}`)).toThrowError(
        expect.objectContaining({
          message:
            `model: ':${suffix}' is not a checkpoint; allowed after wandb-artifact:///{entity}/{project}/{name} are ` +
            ':step{N}, :v{K} and :latest, with N and K of up to 9 digits',
          code: 'model_not_found',
        }),
      );
    },
  );

  it.each(['', '/', '//', 'team/games', 'team//agent', 'a/b/c/d', 'team/games/:step3'])(
    'finds no model in wandb-artifact:///%s',
    (parts) => {
      const text = `wandb-artifact:///${parts}`;
      expect(() => parseModelName(text)).toThrowError(
        expect.objectContaining({
          name: 'RequestError',
          type: 'not_found_error',
          code: 'model_not_found',
          param: 'model',
        }),
      );
      expect(() => parseModelName(text)).toThrowError(RequestError);
    },
  );
});
