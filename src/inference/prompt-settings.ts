import { RequestError } from './request-error.ts';

/** The fields of a chat request that decide about the rendered prompt, next to `messages`. */
export interface PromptBody {
  tools?: readonly RequestTool[] | null;
  documents?: readonly object[] | null;
  chat_template_kwargs?: object | null;
  reasoning_effort?: string | null;
  add_generation_prompt?: boolean | null;
  add_special_tokens?: boolean | null;
}

export interface RequestTool {
  type?: string | null;
  function: { name: string; description?: string | null; parameters?: object | null; strict?: boolean | null };
}

/** A tool as chat templates expect it. */
export interface TemplateTool {
  type: 'function';
  function: { name: string; description: string | null; parameters: object | null; strict?: boolean };
}

export interface PromptSettings {
  /** What the template sees beside the messages, `tools` and `documents` included. */
  variables: Record<string, unknown>;
  addGenerationPrompt: boolean;
  /** Let the tokenizer add its special tokens around what the template wrote. */
  addSpecialTokens: boolean;
}

/** `chat_template_kwargs` lose against these, which have fields of their own or are the renderer's. */
const OWN_VARIABLES = ['messages', 'add_generation_prompt', 'continue_final_message', 'tokenize'];

/**
 * The template's variables: `chat_template_kwargs` under the request's own fields. `reasoning_effort` also decides
 * `enable_thinking` where the kwargs do not. Variables that the template does not know have no effect.
 */
export function readPromptSettings(body: PromptBody): PromptSettings {
  const kwargs: Record<string, unknown> = { ...body.chat_template_kwargs };
  if (kwargs.chat_template != null) {
    throw new RequestError(
      'chat_template_kwargs',
      "chat_template_kwargs: a chat_template of one's own is not supported yet; leave it out",
    );
  }
  for (const name of [...OWN_VARIABLES, 'chat_template']) delete kwargs[name];
  const variables: Record<string, unknown> = {
    tools: body.tools?.map(templateTool) ?? null,
    documents: null,
    ...kwargs,
  };
  if (body.documents != null) variables.documents = body.documents;
  if (body.reasoning_effort != null) {
    variables.reasoning_effort = body.reasoning_effort;
    variables.enable_thinking = kwargs.enable_thinking ?? body.reasoning_effort !== 'none';
  }
  return {
    variables,
    addGenerationPrompt: body.add_generation_prompt ?? true,
    addSpecialTokens: body.add_special_tokens ?? false,
  };
}

/** The role of the answer: the assistant's, or that of the last message where no new turn was opened. */
export function answerRole(settings: PromptSettings, messages: readonly { role: string }[]): string {
  return settings.addGenerationPrompt ? 'assistant' : (messages.at(-1)?.role ?? 'assistant');
}

export function templateTool(tool: RequestTool): TemplateTool {
  const { name, description, parameters, strict } = tool.function;
  return {
    type: 'function',
    function: {
      name,
      description: description ?? null,
      parameters: parameters ?? null,
      ...(strict == null ? {} : { strict }),
    },
  };
}
