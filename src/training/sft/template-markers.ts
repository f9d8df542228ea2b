import type { ChatText } from '../chat-text.ts';
import { TrainingInputError } from '../training-input-error.ts';

/** Texts with which a chat template delimits an assistant's turn. */
export interface TurnMarkers {
  /**
   * White space that the template writes between prompt and answer, as Mistral's does; a sampled answer begins with it.
   */
  lead: string;
  /** End of the turn, such as `<|im_end|>\n` or `<|eot_id|>`; it is trained on. */
  close: string;
  /** Start of every next turn, such as `<|im_start|>` or `<|start_header_id|>`. */
  opening: string;
}

/**
 * Finds a template's turn markers by rendering a probe conversation. It supports templates whose turns all start alike
 * and that can open an assistant's turn (ChatML, Llama 3, Gemma), and templates that write an answer without a header
 * after the user's turn (Mistral). Throws a `TrainingInputError` for other templates.
 */
export function turnMarkersOf(text: ChatText): TurnMarkers {
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
  const lead = whole.startsWith(opened) ? whole.slice(opened.length, whole.lastIndexOf(answer)) : '-';
  const bare = opened === unopened && lead.trim() === '';
  const next = between.slice(close.length);
  const opening = bare ? next : commonStart(header, next);
  if (opening.trim() === '' || close === '' || !between.startsWith(close)) {
    throw new TrainingInputError(
      ['chat_template'],
      "the model's chat template does not mark the assistant's turns, so its answers cannot be told from the rest",
    );
  }
  return { lead: lead.trim() === '' ? lead : '', close, opening };
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
