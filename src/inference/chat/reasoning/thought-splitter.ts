/** What a piece of an answer's text is: the model's thoughts, its answer, or a part of each. */
export interface Split {
  reasoning: string;
  content: string;
}

/** Tells a model's thoughts from its answer; the marks between them belong to neither, and nothing is trimmed. */
export interface ThoughtSplitter {
  /** Whether what comes next is, as far as one can tell, a thought. */
  readonly inReasoning: boolean;
  /** Is told of each token, and the text that it brings, before `push` gets that text, which may be later. */
  see(id: number, text: string): void;
  push(text: string): Split;
  /** What was held back, when the answer ends. */
  end(): Split;
}
