import type { Trajectory } from '../../generated/types.gen.ts';

/** Message of a conversation, as the page shows it. */
export interface Message {
  role: string;
  text: string;
  /** Other contents of the message by name, such as tool calls. */
  extras: [name: string, text: string][];
  /** Name of the speaker, or id of the answered call, if given. */
  name: string | null;
  /** True if the model sampled it, so that it may be trained on. */
  sampled: boolean;
}

type Loose = Record<string, unknown>;

/** Returns the conversations of a trajectory: its own, additional histories, and captured exchanges. */
export function conversationsOf(trajectory: Trajectory): Message[][] {
  const own = [
    trajectory.messages_and_choices,
    ...(trajectory.additional_histories ?? []).map((one) => one.messages_and_choices),
  ];
  const written = own.filter((items) => (items?.length ?? 0) > 0).map((items) => (items as Loose[]).map(messageOf));
  const exchanges = Object.values(trajectory.exchanges ?? {}).flatMap((list) => (Array.isArray(list) ? list : []));
  return [...written, ...exchanges.map((exchange) => exchangeMessages(exchange as Loose))];
}

function messageOf(item: Loose): Message {
  const choice = typeof item.message === 'object' && item.message !== null;
  const message = (choice ? item.message : item) as Loose;
  return { ...plainMessage(message), sampled: choice };
}

function plainMessage(message: Loose): Message {
  const extras = ['reasoning', 'reasoning_content', 'tool_calls', 'function_call'].flatMap(
    (name): [string, string][] =>
      message[name] === undefined || message[name] === null ? [] : [[name, textOf(message[name])]],
  );
  const name = [message.name, message.tool_call_id].find((one) => typeof one === 'string') as string | undefined;
  return {
    role: String(message.role ?? 'assistant'),
    text: contentText(message.content),
    extras,
    name: name ?? null,
    sampled: false,
  };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : textOf(content);
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      const text = (part as Loose | null)?.text;
      // Images and other parts are shown as JSON, never fetched.
      return typeof text === 'string' ? text : textOf(part);
    })
    .join('\n');
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function exchangeMessages(exchange: Loose): Message[] {
  const request = (exchange.request ?? {}) as Loose;
  const response = (exchange.response ?? {}) as Loose;
  const asked = Array.isArray(request.messages)
    ? (request.messages as Loose[]).map(plainMessage)
    : [
        {
          role: 'user',
          text: textOf(request.prompt ?? request.input ?? request),
          extras: [],
          name: null,
          sampled: false,
        },
      ];
  const choices = Array.isArray(response.choices) ? (response.choices as Loose[]) : [];
  const answers = choices.map((choice) =>
    choice.message === undefined
      ? { role: 'assistant', text: textOf(choice.text ?? ''), extras: [], name: null, sampled: true }
      : { ...plainMessage(choice.message as Loose), sampled: true },
  );
  if (answers.length > 0) return [...asked, ...answers];
  const output = response.output ?? response.content;
  return [
    ...asked,
    { role: 'assistant', text: contentText(output ?? response), extras: [], name: null, sampled: true },
  ];
}

/** Returns the model's answers, joined. */
export function answersOf(conversations: readonly Message[][]): string {
  const sampled = conversations.flat().filter((message) => message.sampled);
  const said = sampled.length > 0 ? sampled : conversations.flat().filter(({ role }) => role === 'assistant');
  return said.map(({ text }) => text).join('\n\n');
}
