import type { ChatToRender } from '../../model/text/chat-template.ts';
import { MAX_RENDERED_CHARACTERS, TemplateError } from '../../model/text/jinja-template.ts';
import { type ProcessBounds, promptBounds } from '../cost/prompt-bounds.ts';
import type { EncodedText, EncodeTask, RenderTask, TemplateTraits, TextJob, TextResult } from './text-job.ts';
import { TextPool, type TextRequester } from './text-pool.ts';
import { TextProcessEnded } from './text-process.ts';

/** A chat, its template, and the settings for encoding the rendered text. */
interface ChatTask {
  template: string;
  /** Whether the template came with the request. */
  ofRequest: boolean;
  specialTokens: Readonly<Record<string, string>>;
  chat: ChatToRender;
  /** Text of the last message that the answer continues; null if the answer begins a new turn. */
  continued: string | null;
  encode: EncodeTask;
}

export interface EncodedChat {
  traits: TemplateTraits;
  encoded: EncodedText;
}

/**
 * Renders chats and encodes texts in separate processes, whose time, memory and crashes do not affect this one. Small
 * prompts with the model's own template have two permanent processes. Large prompts and templates of requests have
 * other processes.
 */
export class PromptTexts {
  readonly #quick: TextPool;
  readonly #large: TextPool;
  readonly #request: TextPool;

  constructor({ quick, large, request }: Record<'quick' | 'large' | 'request', ProcessBounds> = promptBounds) {
    this.#quick = new TextPool(quick);
    this.#large = new TextPool(large);
    this.#request = new TextPool(request);
  }

  /** Loads the tokenizers of these models in the quick processes; rejects if that fails. */
  async start(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const encode = { path, addSpecialTokens: false, mostCharacters: 1, tooManyTokens: null };
      const job = { render: null, texts: ['a'], encode };
      // Concurrent owners get a process each, so one owner per process starts them all.
      const owners = Array.from({ length: this.#quick.bounds.processes }, (_, index) => `start ${index}`);
      await Promise.all(owners.map((owner) => this.#run(this.#quick, job, { owner })));
    }
  }

  /** Renders and encodes a chat. Throws `TemplateError` if the template raises, is invalid or exceeds its limits. */
  async chat(task: ChatTask, requester: TextRequester): Promise<EncodedChat> {
    const { template: source, ofRequest, specialTokens, continued, encode } = task;
    const maxCharacters = ofRequest ? promptBounds.requestTemplateCharacters : MAX_RENDERED_CHARACTERS;
    const render: RenderTask = { source, specialTokens, chat: JSON.stringify(task.chat), continued, maxCharacters };
    if (!ofRequest) {
      const { traits, encoded } = await this.#run(
        this.#poolFor(render.chat.length),
        { render, texts: [], encode },
        requester,
      );
      return { traits: traits as TemplateTraits, encoded: encoded[0] };
    }
    const { traits, texts } = await this.#run(this.#request, { render, texts: [], encode: null }, requester);
    const [encoded] = await this.encode(texts, encode, requester);
    return { traits: traits as TemplateTraits, encoded };
  }

  /** Encodes texts. Throws `TemplateError` for texts that exceed the limits of time or memory. */
  async encode(texts: readonly string[], encode: EncodeTask, requester: TextRequester): Promise<EncodedText[]> {
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    const { encoded } = await this.#run(this.#poolFor(characters), { render: null, texts, encode }, requester);
    return encoded;
  }

  close(): void {
    for (const pool of [this.#quick, this.#large, this.#request]) pool.close();
  }

  #poolFor(characters: number): TextPool {
    return characters <= promptBounds.quickCharacters ? this.#quick : this.#large;
  }

  async #run(pool: TextPool, job: TextJob, requester: TextRequester): Promise<TextResult> {
    const answer = await pool.run(job, requester).catch((error: unknown) => {
      const tooMuch = error instanceof TextProcessEnded ? shareOf(error, pool) : null;
      if (tooMuch === null) throw error;
      const what = job.render === null ? 'encoding the text' : 'rendering the chat template';
      throw new TemplateError(`${what} takes more than ${tooMuch}`, { cause: error });
    });
    if ('result' in answer) return answer.result;
    if ('refused' in answer) throw new TemplateError(answer.refused);
    throw new Error(answer.failed);
  }
}

/** Returns the limit that ended a process, in words; null if none did. */
function shareOf({ end }: TextProcessEnded, { bounds }: TextPool): string | null {
  if (end === 'memory') return `${bounds.mebibytes} MiB`;
  return end === 'time' ? `${bounds.milliseconds / 1000} seconds` : null;
}
