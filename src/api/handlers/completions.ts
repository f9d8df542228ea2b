import { hash, randomUUID } from 'node:crypto';
import type {
  Caller,
  CompletionsHandlers,
  ErrorReply,
  JsonReply,
  KeyedContext,
  StreamReply,
} from '../../generated/handlers.ts';
import type {
  Completion,
  CompletionChunk,
  CompletionEvent,
  CompletionRequest,
  RequestId,
} from '../../generated/types.ts';
import { type ChatParams, readChatParams } from '../../inference/chat/chat-params.ts';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { inIntervals } from '../../inference/chat/delta-intervals.ts';
import { type OutputConstraint, readOutputConstraint } from '../../inference/chat/output-constraint.ts';
import { boundPromptLogprobs } from '../../inference/chat/prompt-logprobs.ts';
import { CompletionChunks } from '../../inference/completion/completion-chunks.ts';
import type { CompletionPlan } from '../../inference/completion/completion-plan.ts';
import { type CompletionPrompt, readPrompts } from '../../inference/completion/completion-prompt.ts';
import { promptAlternatives, promptsOf, sharedFields } from '../../inference/completion/completion-request.ts';
import { completion } from '../../inference/completion/completion-response.ts';
import type { PromptTexts } from '../../inference/text/prompt-texts.ts';
import { answerOnTarget } from '../chat/answer-on-target.ts';
import type { ChatTarget, ChatTargetParts } from '../chat/chat-target.ts';
import { mergeChoices, type StartedAnswer } from '../chat/merge-choices.ts';
import { searchEach } from '../chat/search-beams.ts';
import { type ChoiceParts, cacheRootOf, grammarFor, rulesFor, startChoices } from '../chat/start-choices.ts';
import { listableTokens, type WholeChoices } from '../chat/whole-choices.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Header, Inject, Post, Route, Security } from '../contract/route-decorators.ts';

export interface CompletionsParts extends ChatTargetParts, ChoiceParts {
  texts: PromptTexts;
  whole: WholeChoices;
}

type CompletionReply = JsonReply<200, Completion> | StreamReply<200, CompletionEvent>;

interface CompletionCall {
  caller: Caller;
  body: CompletionRequest;
  requestId: RequestId | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

interface CompletionStart {
  caller: Caller;
  target: ChatTarget;
  params: ChatParams;
  constraint: OutputConstraint | null;
}

/** OpenAI-style text completions, without a chat template. */
@Route('v1')
export class CompletionsHandler implements CompletionsHandlers {
  readonly #parts: CompletionsParts;

  constructor(parts: CompletionsParts) {
    this.#parts = parts;
  }

  @Post('completions')
  @Security('bearerAuth')
  async createCompletion(
    @Body() body: CompletionRequest,
    @Inject() { caller, signal }: KeyedContext,
    @Header('X-Request-Id') requestId?: RequestId,
  ): Promise<JsonReply<200, Completion> | StreamReply<200, CompletionEvent> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const call: CompletionCall = { caller, body, requestId, signal };
    const { model, structured_outputs, response_format } = body;
    const targeted = { model, structured_outputs, response_format };
    return answerOnTarget(this.#parts, caller.owner, targeted, (target) => this.#answer(call, target));
  }

  async #answer({ caller, body, requestId, signal }: CompletionCall, target: ChatTarget): Promise<CompletionReply> {
    const { base } = target;
    const limits = { ...base.limits, processors: this.#parts.served.processors };
    const params = { ...readChatParams(sharedFields(body), limits), promptLogprobs: promptAlternatives(body) };
    const constraint = readOutputConstraint(body);
    const prompts = await readPrompts(
      base,
      promptsOf(body),
      { params, addSpecialTokens: body.add_special_tokens ?? true, echo: body.echo ?? false },
      { texts: this.#parts.texts, requester: { owner: caller.owner, signal } },
    );
    boundLogprobs(body, prompts, params.n);
    if (body.logprobs != null && !params.stream) {
      listableTokens({
        rooms: prompts.map(({ maxTokens }) => maxTokens),
        n: params.n,
        alternatives: body.logprobs,
        minTokens: params.minTokens,
        field: 'max_tokens',
      });
    }
    const started = await this.#start(prompts, { caller, target, params, constraint }, signal);
    const plan: CompletionPlan = {
      header: {
        id: `cmpl-${requestId ?? body.request_id ?? randomUUID()}`,
        created: Math.floor(Date.now() / 1000),
        model: body.model ?? base.id,
        systemFingerprint: null,
      },
      prompts,
      n: params.n,
      echo: body.echo ?? false,
      logprobs: body.logprobs ?? null,
      promptLogprobs: body.prompt_logprobs != null,
      tokensAsIds: params.tokensAsIds,
      decode: (ids) => base.text.tokenizer.decode(ids),
      reportOf: started.reportOf,
    };
    const shown = body.max_tokens === 0 ? withoutAnswers(started.deltas) : started.deltas;
    const each = plan.echo && plan.logprobs !== null ? afterTheirPrompts(shown, plan) : shown;
    const deltas = params.stream ? inIntervals(each, params.streamInterval) : each;
    if (!params.stream) {
      const choices = await this.#parts.whole.collect(prompts.length * params.n, deltas, body.logprobs != null);
      return { status: 200, body: completion(plan, choices) };
    }
    // From the first token on, no failure could still be a plain HTTP error.
    const first = await deltas.next();
    return { status: 200, stream: streamOf(new CompletionChunks(plan, params), first, deltas) };
  }

  async #start(
    prompts: readonly CompletionPrompt[],
    { caller, target, params, constraint }: CompletionStart,
    signal: AbortSignal,
  ): Promise<StartedCompletion> {
    const { compute } = this.#parts;
    compute.checkRoom(prompts.length * params.n, caller.owner);
    const cacheRoot = cacheRootOf(caller.keyId, params);
    // The legacy completions format lists the sampled token beside its alternatives, not as one of them.
    const listed = params.topLogprobs + 1;
    const rules = rulesFor(target, params);
    const grammar = grammarFor(target, params, constraint);
    const prepared = prompts.map(({ ids: promptIds, maxTokens }, p) => {
      return {
        target,
        params,
        promptIds,
        maxTokens,
        owner: caller.owner,
        cacheRoot,
        rules,
        constraint,
        grammar,
        listed,
        firstIndex: p * params.n,
        affinity: hash('sha256', promptIds.subarray(0, OPENING_TOKENS), 'base64'),
      };
    });
    if (params.beams !== null) {
      const found = await searchEach(this.#parts, prepared, signal);
      return { deltas: oneAfterAnother(found.map(({ deltas }) => deltas)), reportOf: (p) => found[p].report() };
    }
    const end = new AbortController();
    const both = AbortSignal.any([signal, end.signal]);
    const running = prepared.flatMap((one) => startChoices(this.#parts, one, both));
    return {
      deltas: mergeChoices(running, () => end.abort()),
      reportOf: (p) => running[p * params.n].generation.prompt,
    };
  }
}

/** Number of leading tokens that prompts with the same cache affinity share. */
const OPENING_TOKENS = 256;

/** Bounds the prompt log-probabilities: each choice lists those of its prompt, in two fields if both are requested. */
function boundLogprobs(body: CompletionRequest, prompts: readonly CompletionPrompt[], n: number): void {
  const tokens = prompts.reduce((sum, { ids }) => sum + ids.length, 0);
  if (body.prompt_logprobs != null) {
    boundPromptLogprobs('prompt_logprobs', { tokens, copies: n, alternatives: body.prompt_logprobs });
  }
  if (body.echo && body.logprobs != null) {
    boundPromptLogprobs('logprobs', { tokens, copies: n, alternatives: body.logprobs });
  }
}

interface StartedCompletion extends Pick<StartedAnswer, 'deltas'> {
  reportOf: CompletionPlan['reportOf'];
}

async function* oneAfterAnother(sources: StartedAnswer['deltas'][]): StartedAnswer['deltas'] {
  for (const source of sources) yield* source;
}

/** Yields empty answers for a request with `max_tokens` 0; the engine samples one token only to process the prompt. */
async function* withoutAnswers(
  deltas: AsyncGenerator<ChoiceDelta, void, void>,
): AsyncGenerator<ChoiceDelta, void, void> {
  for await (const delta of deltas) {
    yield { ...delta, content: '', logprobs: [], tokenIds: [], finish: { reason: 'length', stopReason: null } };
  }
}

/** Delays a prompt's deltas until its own log-probabilities have arrived with its first choice. */
async function* afterTheirPrompts(
  deltas: AsyncGenerator<ChoiceDelta, void, void>,
  { n, reportOf }: CompletionPlan,
): AsyncGenerator<ChoiceDelta, void, void> {
  let held: ChoiceDelta[] = [];
  const isKnown = ({ index }: ChoiceDelta) => reportOf(Math.floor(index / n)) !== null;
  for await (const delta of deltas) {
    held.push(delta);
    const { ready = [], rest = [] } = Object.groupBy(held, (one) => (isKnown(one) ? 'ready' : 'rest'));
    held = rest;
    yield* ready;
  }
  yield* held;
}

async function* streamOf(
  chunks: CompletionChunks,
  first: IteratorResult<ChoiceDelta, void>,
  rest: AsyncGenerator<ChoiceDelta, void, void>,
): AsyncGenerator<CompletionChunk, void, void> {
  try {
    if (!first.done) yield chunks.next(first.value);
    for await (const delta of rest) yield chunks.next(delta);
    const last = chunks.last();
    if (last !== null) yield last;
  } finally {
    await rest.return();
  }
}
