import { expect, test } from 'vitest';
import { searchEach } from '../../src/api/chat/search-beams.ts';
import type { ChoiceParts, PreparedPrompt } from '../../src/api/chat/start-choices.ts';
import type { BeamReport, BeamRequest } from '../../src/inference/beam-request.ts';

test('if the beam search of one prompt fails, the searches of the other prompts are aborted', async () => {
  const ended: number[] = [];
  const search = (request: BeamRequest, signal: AbortSignal): Promise<BeamReport> => {
    if (request.promptIds[0] === 1) return Promise.reject(new Error('no room'));
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ended.push(request.promptIds[0]);
        reject(new Error('aborted'));
      });
    });
  };
  const meter = { end: () => {} };
  const parts = { compute: { search }, metrics: { request: () => {}, begin: () => [meter] } } as unknown as ChoiceParts;
  const prompt = (id: number) => {
    const params = { beams: { width: 1, lengthPenalty: 1 }, n: 1, ignoreEos: true };
    const target = { base: { id: 'toy', text: { specialIds: { eos: [] } } }, adapter: null };
    return { target, params, promptIds: Uint32Array.of(id), maxTokens: 1 } as unknown as PreparedPrompt;
  };
  const found = searchEach(parts, [prompt(0), prompt(1), prompt(2)], new AbortController().signal);
  await expect(found).rejects.toThrow('no room');
  expect(ended).toEqual([0, 2]);
});
