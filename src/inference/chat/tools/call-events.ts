/**
 * What a parser finds in an answer, in order: text, a call that begins, and pieces of its arguments. The pieces put
 * together are the arguments as the model wrote them. `call` counts from 0.
 */
export type AnswerEvent =
  | { kind: 'content'; text: string }
  | { kind: 'call'; call: number; name: string }
  | { kind: 'arguments'; call: number; text: string };

/** Parses the text of one answer as it grows. However the text is cut into pieces, the events say the same. */
export interface ToolParser {
  push(text: string): AnswerEvent[];
  /** What was held back, when the answer ends. */
  end(): AnswerEvent[];
}
