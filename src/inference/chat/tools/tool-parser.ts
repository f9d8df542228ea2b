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

  push(text: string): AnswerEvent[] {
    for (const character of text) this.take(character);
    return this.#drain();
  }

  /** What was held back, when the answer ends. */
  end(): AnswerEvent[] {
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
