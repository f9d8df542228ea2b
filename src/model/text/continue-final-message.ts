import { TemplateError } from './template-error.ts';
import type { TemplateMessage } from './template-messages.ts';

/** The trailing space shows whether the template trims the message (transformers' chat_template_utils.py). */
const TAG = 'CONTINUE_FINAL_MESSAGE_TAG ';

/** The messages with a tag at the end of the last one's text. Throws `TemplateError` when there is no text. */
export function tagFinalMessage(messages: readonly TemplateMessage[], templateSource: string): TemplateMessage[] {
  if (!templateSource.includes('content')) {
    throw new TemplateError('continue_final_message is true, but the chat template does not use "content"');
  }
  const last = messages[messages.length - 1];
  return [...messages.slice(0, -1), { ...last, content: tagged(last.content) }];
}

function tagged(content: TemplateMessage['content']): TemplateMessage['content'] {
  if (typeof content === 'string') return content + TAG;
  const index = content.findLastIndex((part) => 'text' in part);
  if (index < 0) throw new TemplateError('continue_final_message is true, but the final message has no text');
  return content.map((part, i) => (i === index ? { ...part, text: String(part.text) + TAG } : part));
}

/** What was rendered up to the end of the final message's own text. Throws `TemplateError` if that is not there. */
export function cutAfterFinalMessage(rendered: string, messages: readonly TemplateMessage[]): string {
  const { content } = messages[messages.length - 1];
  const text = typeof content === 'string' ? content : String(content.findLast((part) => 'text' in part)?.text ?? '');
  const end = rendered.lastIndexOf(TAG.trim());
  if (end < 0 || !rendered.includes(text.trim())) {
    throw new TemplateError('continue_final_message is true, but the chat template leaves the final message out');
  }
  const untrimmed = rendered.startsWith(TAG, end);
  return untrimmed ? rendered.slice(0, end) : rendered.slice(0, end).trimEnd();
}
