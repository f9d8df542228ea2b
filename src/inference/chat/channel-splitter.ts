import { CHANNEL_MARKS } from '../grammar/channel.ts';
import type { ReasoningSplitter, Split } from './reasoning-splitter.ts';

const { start: START, channel: CHANNEL, message: MESSAGE, end: END } = CHANNEL_MARKS;

/** Texts with which the header of a message may begin. */
const HEADERS = [START, CHANNEL, ' to='];

/** Most characters of a header, whose longest part is the name of a tool. Without its end by then, all is content. */
const LONGEST_HEADER = 4096;

/**
 * Separates reasoning from the answer in OpenAI's harmony format, in which both are messages in channels:
 * `<|channel|>analysis<|message|>reasoning<|end|><|start|>assistant<|channel|>final<|message|>answer`. A message to a
 * tool becomes content with its header, for the parser of calls. Other messages lose their header. Marks are recognised
 * by their text. An answer that does not begin with a header is all content.
 */
export class ChannelSplitter implements ReasoningSplitter {
  #place: 'header' | 'reasoning' | 'content' | 'plain' = 'header';
  /** The header so far, or text that may turn out to be the end mark of a message. */
  #held = '';

  get inReasoning(): boolean {
    return this.#place === 'reasoning';
  }

  /** Does nothing: this splitter uses only the text. */
  acceptToken(): void {}

  push(text: string): Split {
    const split: Split = { reasoning: '', content: '' };
    this.#held += text;
    for (let goes = true; goes; ) goes = this.#place === 'header' ? this.#header(split) : this.#message(split);
    return split;
  }

  /** Returns the withheld text. A truncated header is included only if it belongs to a call. */
  end(): Split {
    const held = this.#held;
    this.#held = '';
    if (this.#place === 'reasoning') return { reasoning: held, content: '' };
    return { reasoning: '', content: this.#place !== 'header' || held.includes(' to=') ? shownHeader(held) : '' };
  }

  /** Reads a header. Returns false if it needs more text. */
  #header(split: Split): boolean {
    if (!HEADERS.some((mark) => mark.startsWith(this.#held) || this.#held.startsWith(mark))) {
      this.#place = 'plain';
      return true;
    }
    const end = this.#held.slice(0, LONGEST_HEADER).indexOf(MESSAGE);
    if (end < 0) {
      if (this.#held.length < LONGEST_HEADER) return false;
      this.#place = 'plain';
      return true;
    }
    const header = this.#held.slice(0, end);
    this.#held = this.#held.slice(end + MESSAGE.length);
    const isCall = header.includes(' to=');
    this.#place = header.includes(`${CHANNEL}analysis`) && !isCall ? 'reasoning' : 'content';
    if (isCall) split.content += shownHeader(header + MESSAGE);
    return true;
  }

  /** Reads text of a message. Returns whether the message has ended. */
  #message(split: Split): boolean {
    const kind = this.#place === 'reasoning' ? 'reasoning' : 'content';
    const end = this.#place === 'plain' ? -1 : this.#held.indexOf(END);
    if (end >= 0) {
      split[kind] += this.#held.slice(0, end);
      this.#held = this.#held.slice(end + END.length);
      this.#place = 'header';
      return true;
    }
    let kept = this.#place === 'plain' ? 0 : Math.min(END.length - 1, this.#held.length);
    while (!END.startsWith(this.#held.slice(this.#held.length - kept))) kept -= 1;
    split[kind] += this.#held.slice(0, this.#held.length - kept);
    this.#held = this.#held.slice(this.#held.length - kept);
    return false;
  }
}

/** Returns a call's header as the call parser expects it: from the channel on, unless the role names the recipient. */
function shownHeader(header: string): string {
  return header.startsWith(`${START}assistant${CHANNEL}`) ? header.slice(START.length + 'assistant'.length) : header;
}
