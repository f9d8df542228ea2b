import { randomBytes } from 'node:crypto';
import type { ChatToolCallDelta } from '../../generated/types.ts';
import type { ToolFormat } from '../../model/text/template-formats.ts';
import { CHANNEL_MARKS } from '../grammar/channel.ts';
import { REASONING_CLOSE, REASONING_OPEN, type ReasoningMarkers, type ReasoningStart } from '../grammar/reasoning.ts';
import { ChannelSplitter } from './channel-splitter.ts';
import type { ReasoningSplitter } from './reasoning-splitter.ts';
import { TextReasoningSplitter, TokenReasoningSplitter } from './reasoning-splitter.ts';
import { type AnswerEvent, CallParser } from './tools/call-parser.ts';
import { TOOL_MARKERS } from './tools/call-spelling.ts';

/** How to parse the text of an answer. Null fields leave tool calls or reasoning in the content. */
export interface AnswerReading {
  tools: {
    format: ToolFormat;
    names: ReadonlySet<string>;
    /** JSON Schemas of the tools' parameters, by name. */
    parameters?: ReadonlyMap<string, unknown>;
    /** Whether calls come only at the beginning, since the answer may be structured output instead. */
    leading?: boolean;
    /** False keeps only the first call. */
    parallel: boolean;
    /** Whether an answer that stopped after its calls has the `finish_reason` tool_calls. */
    finishes: boolean;
  } | null;
  /** State of the reasoning at the end of the prompt. */
  reasoning: ReasoningStart | null;
}

/** Parts that a piece of text adds to a message. */
interface AnswerParts {
  content: string;
  reasoning: string;
  /** One entry for each call that begins or continues. */
  toolCalls: ChatToolCallDelta[];
}

/** Returns tokens that must stay in the text for the parser, even if special tokens are skipped. */
export function markersOf({ tools, reasoning }: AnswerReading): readonly string[] {
  return [...(tools === null ? [] : TOOL_MARKERS[tools.format]), ...(reasoning === null ? [] : marksOf(reasoning))];
}

function marksOf(reasoning: ReasoningStart): readonly string[] {
  return reasoning === 'channels' ? Object.values(CHANNEL_MARKS) : [REASONING_OPEN, REASONING_CLOSE];
}

/** Parses one answer incrementally: reasoning first, then content and calls. Drops white space around calls. */
export class AnswerParser {
  readonly #reading: AnswerReading;
  readonly #splitter: ReasoningSplitter | null;
  readonly #tools: CallParser | null;
  #calls = 0;
  /** White space that is content if no call follows. */
  #space = '';

  /** Creates a parser. Without `markers`, it detects reasoning by its text instead of its tokens. */
  constructor(reading: AnswerReading, markers: ReasoningMarkers | null = null) {
    this.#reading = reading;
    const { reasoning, tools } = reading;
    this.#splitter = markers ? new TokenReasoningSplitter(markers) : reasoning && textSplitter(reasoning);
    this.#tools = tools && new CallParser(tools);
  }

  /** Whether the answer ends with tool calls. */
  get finishesWithCalls(): boolean {
    return this.#calls > 0 && this.#reading.tools?.finishes === true;
  }

  get inReasoning(): boolean {
    return this.#splitter?.inReasoning ?? false;
  }

  /** Receives each token and its text before `push` receives that text, perhaps later. */
  acceptToken(id: number, text: string): void {
    this.#splitter?.acceptToken(id, text);
  }

  push(text: string): AnswerParts {
    const { reasoning, content } = this.#splitter?.push(text) ?? { reasoning: '', content: text };
    return this.#parts(reasoning, this.#tools?.push(content) ?? plain(content));
  }

  /** Returns the withheld text at the end of the answer; it contains no calls. */
  end(): Omit<AnswerParts, 'toolCalls'> {
    const { reasoning, content } = this.#splitter?.end() ?? { reasoning: '', content: '' };
    const events = this.#tools === null ? plain(content) : [...this.#tools.push(content), ...this.#tools.end()];
    const parts = this.#parts(reasoning, events);
    return this.#calls > 0 ? parts : { ...parts, content: parts.content + this.#space };
  }

  #parts(reasoning: string, events: readonly AnswerEvent[]): AnswerParts {
    const parts: AnswerParts = { content: '', reasoning, toolCalls: [] };
    for (const event of events) {
      if (event.kind === 'content') parts.content += this.#tools === null ? event.text : this.#untrailed(event.text);
      else this.#addCall(event, parts.toolCalls);
    }
    return parts;
  }

  #untrailed(text: string): string {
    const all = this.#space + text;
    const shown = all.trimEnd();
    this.#space = all.slice(shown.length);
    return shown;
  }

  #addCall(event: Exclude<AnswerEvent, { kind: 'content' }>, calls: ChatToolCallDelta[]): void {
    if (event.kind === 'call') {
      this.#calls += 1;
      this.#space = '';
    }
    const index = this.#calls - 1;
    const { format, parallel } = this.#reading.tools as NonNullable<AnswerReading['tools']>;
    if (index > 0 && !parallel) return;
    if (event.kind === 'call') {
      const id = callId(format);
      calls.push({ index, id, type: 'function', function: { name: event.name, arguments: '' } });
      return;
    }
    const last = calls.at(-1);
    if (last?.index === index && last.function) last.function.arguments += event.text;
    else calls.push({ index, function: { arguments: event.text } });
  }
}

function textSplitter(reasoning: ReasoningStart): ReasoningSplitter {
  return reasoning === 'channels' ? new ChannelSplitter() : new TextReasoningSplitter(reasoning);
}

function plain(text: string): AnswerEvent[] {
  return text === '' ? [] : [{ kind: 'content', text }];
}

/** Returns an id in vLLM's format. Mistral's templates accept only nine letters and digits. */
function callId(format: ToolFormat): string {
  if (!format.startsWith('mistral')) return `chatcmpl-tool-${randomBytes(8).toString('hex')}`;
  return randomBytes(8).toString('hex').slice(0, 9);
}
