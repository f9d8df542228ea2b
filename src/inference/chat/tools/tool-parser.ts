/**
 * What a parser finds in an answer, in order: text, a call that begins, and pieces of the newest call's arguments. The
 * pieces put together are the arguments as the model wrote them.
 */
export type AnswerEvent =
  | { kind: 'content'; text: string }
  | { kind: 'call'; name: string }
  | { kind: 'arguments'; text: string };

/**
 * Parses the text of one answer as it grows. Text that turns out to be no call comes as content. However the text is
 * cut into pieces, the events say the same; neighbours of one kind are one event.
 */
export abstract class ToolParser {
  #events: AnswerEvent[] = [];
  /** The first half of a character beyond 16 bits whose other half is still to come. */
  #half = '';

  push(text: string): AnswerEvent[] {
    const all = this.#half + text;
    const last = all.charCodeAt(all.length - 1);
    this.#half = last >= 0xd800 && last < 0xdc00 ? all.slice(-1) : '';
    for (const character of all.slice(0, all.length - this.#half.length)) this.take(character);
    return this.#drain();
  }

  /** What was held back, when the answer ends. */
  end(): AnswerEvent[] {
    if (this.#half !== '') this.take(this.#half);
    this.finish();
    return this.#drain();
  }

  protected abstract take(character: string): void;
  protected abstract finish(): void;

  protected content(text: string): void {
    this.#add({ kind: 'content', text });
  }

  protected call(name: string): void {
    this.#add({ kind: 'call', name });
  }

  protected arguments(text: string): void {
    this.#add({ kind: 'arguments', text });
  }

  #add(event: AnswerEvent): void {
    if (event.kind === 'call') this.#events.push(event);
    else if (event.text !== '') {
      const last = this.#events.at(-1);
      if (last?.kind === event.kind) last.text += event.text;
      else this.#events.push(event);
    }
  }

  #drain(): AnswerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
