import { CHANNEL_MARKS } from '../grammar/channel.ts';
import type { Split, ThoughtSplitter } from './thought-splitter.ts';

const { start: START, channel: CHANNEL, message: MESSAGE, end: END } = CHANNEL_MARKS;

/** What the header of a message may begin with. */
const HEADERS = [START, CHANNEL, ' to='];

/** A longer header is none: it has a name of a tool at most. */
const LONGEST_HEADER = 4096;

/**
 * Tells thoughts from the answer where both are messages in channels (OpenAI's harmony format):
 * `<|channel|>analysis<|message|>thoughts<|end|><|start|>assistant<|channel|>final<|message|>answer`. A message to a
 * tool is content with its header, for whoever reads calls; of others the text alone is shown. Marks are told by their
 * text. An answer that begins with no header is all content.
 */
export class ChannelSplitter implements ThoughtSplitter {
  #place: 'header' | 'reasoning' | 'content' | 'plain' = 'header';
  /** A header so far, or what may turn out to be the end of a message. */
  #held = '';

  get inReasoning(): boolean {
    return this.#place === 'reasoning';
  }

  /** The text alone tells. */
  see(): void {}

  push(text: string): Split {
    const split: Split = { reasoning: '', content: '' };
    this.#held += text;
    for (let goes = true; goes; ) goes = this.#place === 'header' ? this.#header(split) : this.#message(split);
    return split;
  }

  /** A header that is cut off is shown if it is a call's. */
  end(): Split {
    const held = this.#held;
    this.#held = '';
    if (this.#place === 'reasoning') return { reasoning: held, content: '' };
    return { reasoning: '', content: this.#place !== 'header' || held.includes(' to=') ? shownHeader(held) : '' };
  }

  /** Whether the header is whole. */
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

  /** Whether the message has come to its end. */
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

/** A header of a call as calls are read: from its channel on, unless the role has the recipient. */
function shownHeader(header: string): string {
  return header.startsWith(`${START}assistant${CHANNEL}`) ? header.slice(START.length + 'assistant'.length) : header;
}
