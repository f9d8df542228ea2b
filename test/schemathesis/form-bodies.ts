import type { Example } from './loosenings.ts';

/** An entry of scripts/schemathesis/form-refusals.yaml, which documents its fields. */
export interface FormRefusals {
  language: Language;
  reason: string;
  refusals: { says: string; form?: Form }[];
}

type Language = 'schema' | 'shape' | 'text' | 'size' | 'regex' | 'limit' | 'grammar' | 'tag' | 'part' | 'template';
/**
 * A literal form, or a generated one by its depth (`nested`) or size (`bytes`), or one with more fields (`whitespace`,
 * `going_on`).
 */
type Form = string | object | null;

const chat = { messages: [{ role: 'user', content: 'hi' }], prompt: 'hi' };

/** Languages of a field's own value. Other forms are embedded in these. */
const NATIVE: Record<string, Language[]> = {
  'structured_outputs.json': ['schema', 'shape', 'text', 'size'],
  'structured_outputs.regex': ['regex', 'limit'],
  'structured_outputs.grammar': ['grammar'],
  'structured_outputs.structural_tag': ['tag', 'part'],
  'tools or structured_outputs.regex': ['regex'],
};

/** Returns a chat or completion request with the form in its `field`; undefined if another field shows the refusal. */
export function formBody(field: string, language: Language, form: Form): Example | undefined {
  if (language === 'template') return { body: { ...goingOn(form), ...templated(field, form) } };
  if (typeof form === 'object' && form !== null && 'whitespace' in form) return spaced(field, form.whitespace);
  if (NATIVE[field]?.includes(language)) {
    const structured_outputs = structured(language, form);
    return { body: { ...chat, structured_outputs, ...(field.startsWith('tools') ? withTool({}) : {}) } };
  }
  if (language === 'tag' && field === 'response_format') {
    return { body: { ...chat, response_format: { type: 'structural_tag', format: form } } };
  }
  if (language !== 'schema' && language !== 'shape') return undefined;
  const schema = language === 'shape' ? referredTo(form) : form;
  const response_format = { type: 'json_schema', json_schema: { name: 'f', schema } };
  switch (field) {
    case 'tools':
      return { body: { ...chat, ...withTool({ properties: { a: form }, required: ['a'] }) } };
    case 'response_format':
      return { body: { ...chat, response_format } };
    case 'tools or response_format':
      return { body: { ...chat, response_format, ...withTool({}) } };
    default:
      return undefined;
  }
}

/** Returns a request with a whitespace_pattern; undefined for a field that has none. */
function spaced(field: string, whitespace_pattern: unknown): Example | undefined {
  switch (field) {
    case 'structured_outputs.json':
      return { body: { ...chat, structured_outputs: { json: {}, whitespace_pattern } } };
    case 'structured_outputs.json_object':
      return { body: { ...chat, structured_outputs: { json_object: true, whitespace_pattern } } };
    default:
      return undefined;
  }
}

/** Returns a schema that the contract accepts, with a reference to a form that it would refuse. */
function referredTo(form: Form): object {
  return { $ref: '#/elsewhere', elsewhere: form };
}

function withTool(parameters: object): Record<string, unknown> {
  return { chat_template: 'a short prompt', tools: [{ function: { name: 'f', parameters } }] };
}

function templated(field: string, form: Form): Record<string, unknown> {
  const chat_template = typeof form === 'string' ? form : (form as { going_on: string }).going_on;
  return field === 'chat_template' ? { chat_template } : { chat_template_kwargs: { chat_template } };
}

function goingOn(form: Form): Record<string, unknown> {
  const { messages } = chat;
  if (typeof form === 'string') return { messages };
  const { content } = form as { content?: [] };
  const asked = content === undefined ? messages : [{ role: 'user', content }];
  return { messages: asked, continue_final_message: true, add_generation_prompt: false };
}

function structured(language: Exclude<Language, 'template'>, form: Form): Record<string, unknown> {
  switch (language) {
    case 'schema':
      return { json: form };
    case 'shape':
      return { json: referredTo(form) };
    case 'text':
    case 'size':
      return { json: writtenOut(form, (n) => `${'{"not":'.repeat(n)}{}${'}'.repeat(n)}`) };
    case 'regex':
    case 'limit':
      return { regex: writtenOut(form, (n) => `${'('.repeat(n)}a${')'.repeat(n)}`) };
    case 'grammar':
      return { grammar: writtenOut(form, (n) => `root ::= ${'('.repeat(n)}"a"${')'.repeat(n)}`) };
    case 'tag':
    case 'part':
      return { structural_tag: JSON.stringify(form === null ? {} : { format: form }) };
  }
}

function writtenOut(form: Form, nested: (levels: number) => string): unknown {
  if (typeof form !== 'object' || form === null) return form;
  if ('nested' in form) return nested(form.nested as number);
  // Characters of three bytes, so that the contract, which counts characters, accepts them.
  if ('bytes' in form) return JSON.stringify({ description: '€'.repeat((form.bytes as number) / 3) });
  return form;
}
