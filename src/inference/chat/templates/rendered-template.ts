import { ChatTemplate, type ChatToRender } from '../../../model/text/chat-template.ts';
import type { RenderBudget } from '../../../model/text/jinja-sandbox.ts';
import type { ToolFormat } from '../../../model/text/tool-format.ts';

/** A prompt, and what its template tells about the answer. */
export interface RenderedTemplate {
  text: string;
  toolFormat: ToolFormat;
  /** Whether the model is to tell its thoughts from its answer. */
  thinks: boolean;
}

/** A template to render over a chat; plain data, so that it can cross to a thread. */
export interface TemplateJob {
  source: string;
  specialTokens: Readonly<Record<string, string>>;
  chat: ChatToRender;
}

/** Throws `TemplateError`. */
export function renderJob({ source, specialTokens, chat }: TemplateJob, budget: RenderBudget): RenderedTemplate {
  return renderedBy(new ChatTemplate(source, specialTokens, budget), chat);
}

/** Throws `TemplateError`. */
export function renderedBy(template: ChatTemplate, chat: ChatToRender): RenderedTemplate {
  const { toolFormat, thinks } = template;
  return { text: template.render(chat), toolFormat, thinks };
}
