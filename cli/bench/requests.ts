import { ChatStream } from '../../clients/typescript/src/chat-stream.ts';
import type { Connection } from '../../clients/typescript/src/connection.ts';
import type { CompletionChunk } from '../../clients/typescript/src/generated/types.gen.ts';

/** Measurements of one request of a benchmark. */
export interface Measured {
  promptTokens: number;
  tokens: number;
  /** Time from sending to the first token. */
  firstMs: number;
  /** Times between consecutive tokens. */
  gapsMs: number[];
  /** Time from sending to the last token. */
  wholeMs: number;
}

const path = '/v1/completions';

/** Completes a prompt with exactly `tokens` tokens, and times each as it arrives. */
export async function measure(
  connection: Connection,
  model: string | undefined,
  prompt: readonly number[],
  tokens: number,
): Promise<Measured> {
  const length = { max_tokens: tokens, min_tokens: tokens, ignore_eos: true };
  const stream = { stream: true, stream_options: { include_usage: true }, return_token_ids: true };
  const begin = performance.now();
  const { response, watch } = await connection.open(path, { model, prompt, temperature: 0, ...length, ...stream }, {});
  const chunks = new ChatStream(`POST ${path}`, response, watch) as AsyncIterable<unknown>;
  const timesMs: number[] = [];
  let usage: CompletionChunk['usage'];
  for await (const chunk of chunks as AsyncIterable<CompletionChunk>) {
    const atMs = performance.now() - begin;
    for (const _ of chunk.choices[0]?.token_ids ?? []) timesMs.push(atMs);
    usage = chunk.usage ?? usage;
  }
  return {
    promptTokens: usage?.prompt_tokens ?? prompt.length,
    tokens: timesMs.length,
    firstMs: timesMs[0] ?? Number.NaN,
    gapsMs: timesMs.slice(1).map((atMs, index) => atMs - timesMs[index]!),
    wholeMs: timesMs.at(-1) ?? Number.NaN,
  };
}

/** Runs `work` for each number below `count`, at most `most` at a time; starts none after a failure. */
export async function inParallel(count: number, most: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < count) await work(next++);
    } catch (error) {
      next = count;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, most) }, worker));
}
