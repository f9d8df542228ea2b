import type { ErrorReply, JsonReply, KeyedContext, TokenizationHandlers } from '../../generated/handlers.ts';
import type {
  DetokenizedText,
  DetokenizeRequest,
  TokenizedText,
  TokenizeRequest,
  TokenizerInfo,
} from '../../generated/types.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { PromptTexts } from '../../inference/text/prompt-texts.ts';
import type { TextRequester } from '../../inference/text/text-pool.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { encodeChat } from '../chat/chat-prompt.ts';
import { type ChatTargetParts, findChatTarget } from '../chat/chat-target.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Get, Inject, Post, Route, Security } from '../contract/route-decorators.ts';
import { invalidField } from '../errors/api-error.ts';

export interface TokenizationParts extends ChatTargetParts {
  texts: PromptTexts;
  /** Whether requests may send their own chat templates. */
  requestTemplates: boolean;
}

/** Tokenizes texts and conversations, and decodes tokens. */
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
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, TokenizedText> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const { base } = await findChatTarget(this.#parts, caller.owner, body.model ?? null);
    const tokens = await this.#tokensOf(base, body, { owner: caller.owner, signal });
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
    return { status: 200, body: { prompt: base.text.tokenizer.decode(body.tokens, { isWhole: true }) } };
  }

  @Get('tokenizer_info')
  @Security('bearerAuth')
  async getTokenizerInfo(
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TokenizerInfo> | ErrorReply<Keyed>> {
    const { base } = await findChatTarget(this.#parts, caller.owner, null);
    return { status: 200, body: tokenizerInfo(base.text) };
  }

  async #tokensOf(
    base: ServedModel,
    { prompt, messages, ...body }: TokenizeRequest,
    requester: TextRequester,
  ): Promise<number[]> {
    const { texts, requestTemplates } = this.#parts;
    if (messages != null) {
      return [
        ...(await encodeChat(base, { ...body, messages }, mostCharacters, { texts, requestTemplates, requester })),
      ];
    }
    const addSpecialTokens = body.add_special_tokens ?? true;
    // The contract counts code points; some take two UTF-16 units of a string.
    const encode = { path: base.path, addSpecialTokens, mostCharacters: 2 * mostCharacters, tooManyTokens: null };
    const [encoded] = await texts.encode([prompt ?? ''], encode, requester).catch((error: unknown) => {
      if (error instanceof TemplateError) throw invalidField('prompt', error.message, null);
      throw error;
    });
    if (encoded.kind === 'ids') return [...encoded.ids];
    throw new Error('a prompt that the contract takes was not encoded');
  }
}

/** Returns the model's tokenizer settings without file paths. */
function tokenizerInfo({ tokenizerConfig, specialTokens, chatTemplates }: ServedModel['text']): TokenizerInfo {
  const { vocab_file: _vocabulary, merges_file: _merges, tokenizer_class: named, ...settings } = tokenizerConfig;
  const template = chatTemplates.get('default');
  return {
    ...settings,
    ...specialTokens,
    tokenizer_class: typeof named === 'string' ? named : 'PreTrainedTokenizerFast',
    ...(template === undefined ? {} : { chat_template: template }),
  };
}

/** Maximum length of `prompt` in the contract. */
const mostCharacters = 262_144;
