import type { ChatText } from '../chat-text.ts';
import { TrainingInputError } from '../training-input-error.ts';

/** How a chat template closes an assistant's turn. */
export interface TurnEnd {
  /** What ends the turn, such as `<|im_end|>\n` or `<|eot_id|>`; part of what is trained on. */
  close: string;
  /** What every next turn starts with, such as `<|im_start|>` or `<|start_header_id|>`. */
  opening: string;
}

/**
 * Finds a template's turn markers by rendering a probe conversation, so that any template whose turns all start alike
 * and that can open an assistant's turn will do (ChatML, Llama 3, Gemma).
 * Throws a `TrainingInputError` for other templates.
 */
export function turnEndOf(text: ChatText): TurnEnd {
  const [ask, answer, more] = ['PROBEASK', 'PROBEANSWER', 'PROBEMORE'];
  const user = { role: 'user', content: ask };
  const assistant = { role: 'assistant', content: answer };
  const render = (messages: { role: string; content: string }[], addGenerationPrompt = false): string =>
    text.renderChat(messages, { tools: null, addGenerationPrompt, thinking: false });
  const unopened = render([user]);
  const opened = render([user], true);
  const header = opened.startsWith(unopened) ? opened.slice(unopened.length) : '';
  const whole = render([user, assistant]);
  const close = whole.slice(whole.lastIndexOf(answer) + answer.length);
  const longer = render([user, assistant, { role: 'user', content: more }]);
  const between = longer.slice(longer.lastIndexOf(answer) + answer.length, longer.lastIndexOf(more));
  const opening = commonStart(header, between.slice(close.length));
  if (opening === '' || close === '' || !between.startsWith(close)) {
    throw new TrainingInputError(
      ['chat_template'],
      "the model's chat template does not mark the assistant's turns, so its answers cannot be told from the rest",
    );
  }
  return { close, opening };
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
