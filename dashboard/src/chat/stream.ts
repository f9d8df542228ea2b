import { eventsOf } from '../api/live.ts';
import { request as send } from '../api/request.ts';
import type { ChatMessage } from './draft.ts';

export interface Settings {
  temperature: number;
  max_tokens: number;
  seed: number;
  top_logprobs: number;
}

export interface Alternative {
  token: string;
  logprob: number;
}

export interface AnswerToken extends Alternative {
  top: Alternative[];
}

/** Answer received so far. */
export interface Answer {
  text: string;
  reasoning: string;
  tokens: AnswerToken[];
  /** Model name in the response. */
  model: string | null;
  finish: string | null;
  /** Milliseconds to the first and to the newest token. */
  firstMs: number | null;
  lastMs: number;
  error: string | null;
}

export const noAnswer: Answer = {
  ...{ text: '', reasoning: '', tokens: [], model: null, finish: null },
  ...{ firstMs: null, lastMs: 0, error: null },
};

interface Chunk {
  model?: string;
  error?: { message: string };
  choices?: {
    delta?: { content?: string | null; reasoning?: string | null };
    finish_reason?: string | null;
    logprobs?: { content?: { token: string; logprob: number; top_logprobs?: Alternative[] }[] | null } | null;
  }[];
}

/** Requests one answer and reports it as it arrives. Errors and aborts are stored in the answer, not thrown. */
export async function streamAnswer(
  request: { model: string; messages: readonly ChatMessage[]; settings: Settings },
  signal: AbortSignal,
  tell: (answer: Answer) => void,
): Promise<Answer> {
  let answer = noAnswer;
  const start = performance.now();
  const change = (changes: Partial<Answer>) => {
    answer = { ...answer, ...changes };
    tell(answer);
  };
  const { top_logprobs: top, ...settings } = request.settings;
  const body = {
    model: request.model,
    messages: request.messages,
    ...settings,
    stream: true,
    ...(top > 0 ? { logprobs: true, top_logprobs: top } : {}),
  };
  try {
    const response = await send('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || response.body === null) {
      change({ error: ((await response.json()) as Chunk).error?.message ?? `status ${response.status}` });
      return answer;
    }
    for await (const { data } of eventsOf(response.body)) {
      if (data === '[DONE]') break;
      if (data === null) continue;
      change(withChunk(answer, JSON.parse(data) as Chunk, performance.now() - start));
    }
  } catch (error) {
    const stopped = (error as Error).name === 'AbortError';
    change(stopped ? { finish: 'stopped by you' } : { error: 'The connection broke.' });
  }
  return answer;
}

function withChunk(answer: Answer, chunk: Chunk, ms: number): Partial<Answer> {
  if (chunk.error) return { error: chunk.error.message };
  const choice = chunk.choices?.[0];
  const tokens = (choice?.logprobs?.content ?? []).map(({ token, logprob, top_logprobs: top = [] }) => ({
    token,
    logprob,
    top,
  }));
  const text = choice?.delta?.content ?? '';
  const reasoning = choice?.delta?.reasoning ?? '';
  const came = text !== '' || reasoning !== '' || tokens.length > 0;
  return {
    model: chunk.model ?? answer.model,
    text: answer.text + text,
    reasoning: answer.reasoning + reasoning,
    tokens: tokens.length === 0 ? answer.tokens : [...answer.tokens, ...tokens],
    finish: choice?.finish_reason ?? answer.finish,
    ...(came ? { firstMs: answer.firstMs ?? ms, lastMs: ms } : {}),
  };
}

/** With fewer tokens, the rate only shows how the network batched them. */
const fewestTokens = 8;

/** Returns tokens per second after the first one; null if there are too few. */
export function speedOf({ tokens, firstMs, lastMs }: Answer): number | null {
  if (firstMs === null || tokens.length < fewestTokens || lastMs <= firstMs) return null;
  return ((tokens.length - 1) / (lastMs - firstMs)) * 1000;
}
