import type { ChaosServer } from '../../scripts/chaos/server.ts';

/** Returns the token ids of a streamed answer. Each seed has its own prompt. */
export async function streamedAnswer(server: ChaosServer, seed: number, tokens: number): Promise<number[]> {
  const { text, status } = await server.ask('POST', '/chat/completions', {
    ...{ model: 'toy', messages: [{ role: 'user', content: `question ${seed}` }], seed, max_tokens: tokens },
    ...{ ignore_eos: true, stream: true, return_token_ids: true, temperature: 1 },
  });
  if (status !== 200) throw new Error(`a chat answers ${status}: ${text}`);
  const events = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  const ids = events.flatMap((event) => {
    const chunk = JSON.parse(event.slice('data: '.length));
    if (chunk.error) throw new Error(`a stream broke off: ${chunk.error.message}`);
    return chunk.choices.flatMap((choice: { token_ids?: number[] }) => choice.token_ids ?? []);
  });
  if (ids.length !== tokens) throw new Error(`${ids.length} tokens came of ${tokens}`);
  return ids;
}
