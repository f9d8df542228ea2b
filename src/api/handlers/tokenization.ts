import type { ErrorReply, JsonReply, KeyedContext, TokenizationHandlers } from '../../generated/handlers.ts';
import type { DetokenizedText, DetokenizeRequest, TokenizedText, TokenizeRequest } from '../../generated/types.ts';
import type { TemplateSandbox } from '../../inference/chat/templates/template-sandbox.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import { encodeChat } from '../chat/chat-prompt.ts';
import { type ChatTargetParts, findChatTarget } from '../chat/chat-target.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Inject, Post, Route, Security } from '../contract/route-decorators.ts';
import { invalidField } from '../errors/api-error.ts';

export interface TokenizationParts extends ChatTargetParts {
  /** Null where requests may bring no templates of their own. */
  templates: TemplateSandbox | null;
}

/** Texts and conversations as tokens, and back. */
@Route('v1')
export class TokenizationHandler implements TokenizationHandlers {
  readonly #parts: TokenizationParts;

  constructor(parts: TokenizationParts) {
    this.#parts = parts;
  }

  @Post('tokenize')
  @Security('bearerAuth')
  async tokenize(
    @Body() body: TokenizeRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TokenizedText> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const { base } = await findChatTarget(this.#parts, caller.owner, body.model ?? null);
    const tokens = await this.#tokensOf(base, body, caller.owner);
    const { tokenizer } = base.text;
    return {
      status: 200,
      body: {
        count: tokens.length,
        max_model_len: base.contextLength,
        tokens,
        token_strs: body.return_token_strs ? tokens.map((id) => tokenizer.tokenName(id)) : null,
      },
    };
  }

  @Post('detokenize')
  @Security('bearerAuth')
  async detokenize(
    @Body() body: DetokenizeRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, DetokenizedText> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const { base } = await findChatTarget(this.#parts, caller.owner, body.model ?? null);
    const most = base.limits.vocabSize - 1;
    const at = body.tokens.findIndex((id) => id > most);
    if (at >= 0) {
      throw invalidField(`tokens.${at}`, `${body.tokens[at]} is not allowed; it is from 0 to ${most}`, body.tokens[at]);
    }
    return { status: 200, body: { prompt: base.text.tokenizer.decode(body.tokens) } };
  }

  async #tokensOf(base: ServedModel, { prompt, messages, ...body }: TokenizeRequest, owner: string): Promise<number[]> {
    const templates = { sandbox: this.#parts.templates, owner };
    if (messages != null) return encodeChat(base, { ...body, messages }, templates, refuseHuge);
    return base.text.tokenizer.encode(prompt ?? '', { addSpecialTokens: body.add_special_tokens ?? true });
  }
}

/** The contract's bound of `prompt`: to encode more would keep everybody waiting for seconds. */
const mostCharacters = 262_144;

function refuseHuge({ length }: string): void {
  if (length <= mostCharacters) return;
  throw invalidField('messages', `they make ${length} characters; allowed are ${mostCharacters}`, null);
}
