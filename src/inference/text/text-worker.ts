/** The process that renders templates and encodes texts, one job at a time. It returns errors as answers, too. */
import { lowerThreadPriority, lowerV8Priority } from '../../compute/thread-priority.ts';
import { ChatTemplate, type ChatToRender } from '../../model/text/chat-template.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { openModelText } from '../../model/text/model-text.ts';
import type { ToolFormat } from '../../model/text/template-formats.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import { reasoningStart } from '../chat/reasoning-splitter.ts';
import type { ReasoningStart } from '../grammar/reasoning.ts';
import {
  BEGUN,
  type EncodedText,
  type EncodeTask,
  type RenderTask,
  type TemplateTraits,
  type TextAnswer,
  type TextJob,
  type TextResult,
} from './text-job.ts';

/** Most parsed templates in the cache, and most characters of a cached template's key. */
const KEPT = { templates: 4, characters: 2 ** 16 };

const templates = new Map<string, ChatTemplate>();
const tokenizers = new Map<string, Tokenizer>();

function templateOf({ source, specialTokens, maxCharacters }: RenderTask): ChatTemplate {
  const key = JSON.stringify([source, specialTokens, maxCharacters]);
  const known = templates.get(key);
  if (known !== undefined) return known;
  const template = new ChatTemplate(source, specialTokens, maxCharacters);
  if (key.length <= KEPT.characters) {
    if (templates.size === KEPT.templates) templates.clear();
    templates.set(key, template);
  }
  return template;
}

function rendered(task: RenderTask): { text: string; traits: TemplateTraits } {
  const template = templateOf(task);
  const text = template.render(JSON.parse(task.chat) as ChatToRender);
  const { toolFormat, thinks } = template;
  return { text, traits: { toolFormat, thinks, start: startOf(toolFormat, text, task.continued) } };
}

/** Returns the start state. In harmony, reasoning is a separate message, so a continued message is the answer. */
function startOf(toolFormat: ToolFormat, prompt: string, continued: string | null): ReasoningStart {
  if (toolFormat !== 'harmony') return reasoningStart(prompt, continued);
  return continued === null ? 'channels' : 'closed';
}

function tokenizerOf(path: string): Tokenizer {
  const tokenizer = tokenizers.get(path) ?? openModelText(path).tokenizer;
  tokenizers.set(path, tokenizer);
  return tokenizer;
}

function encoded(text: string, { path, addSpecialTokens, mostCharacters, tooManyTokens }: EncodeTask): EncodedText {
  if (text.length > mostCharacters) return { kind: 'too many characters', characters: text.length };
  const tokenizer = tokenizerOf(path);
  const leastTokens = tooManyTokens === null ? 0 : tokenizer.leastTokens(text);
  if (tooManyTokens !== null && leastTokens >= tooManyTokens) return { kind: 'too many tokens', leastTokens };
  return { kind: 'ids', ids: Uint32Array.from(tokenizer.encode(text, { addSpecialTokens })) };
}

function resultOf({ render, texts, encode }: TextJob): TextResult {
  const made = render === null ? null : rendered(render);
  const all = made === null ? [...texts] : [made.text];
  const traits = made?.traits ?? null;
  if (encode === null) return { traits, texts: all, encoded: [] };
  return { traits, texts: [], encoded: all.map((text) => encoded(text, encode)) };
}

function answerTo(job: TextJob): TextAnswer {
  try {
    if (job.encode !== null) tokenizerOf(job.encode.path);
    process.send?.(BEGUN);
    return { result: resultOf(job) };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof TemplateError ? { refused: message } : { failed: message };
  }
}

const niceness = Number(process.argv[2]);
lowerThreadPriority(niceness);
lowerV8Priority(niceness);
process.on('message', (job: TextJob) => process.send?.(answerTo(job)));
// The process ends only with its parent, which alone handles signals to the process group.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
