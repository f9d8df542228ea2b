import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { integerFrom, numberFrom } from '../bounded-number.ts';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { servedName } from '../model-name.ts';
import { jsonText } from '../output/printable.ts';
import type { Conversation } from './conversation.ts';

/** State that a slash command acts on. */
interface Chat {
  context: Context;
  /** The first conversation is the main one; the others are compared with it. */
  conversations: readonly Conversation[];
}

interface ChatCommand {
  /** Arguments, as text for people. */
  takes: string;
  about: string;
  /** Runs the command and returns the text to print. Throws `CommandFailure`. */
  run(chat: Chat, rest: string): string | Promise<string>;
}

/** Commands by name, without the slash. */
const commands: Record<string, ChatCommand> = {
  model: {
    takes: '[name[:stepN]]',
    about: 'switch to another model; the conversation is kept',
    run: async ({ context, conversations: [first] }, rest) => {
      if (rest !== '') first!.model = await servedName(context, rest);
      return `model ${first!.model}`;
    },
  },
  system: {
    takes: '[text]',
    about: 'set the system message; empty removes it',
    run: ({ conversations }, rest) => {
      for (const one of conversations) one.instruct(rest === '' ? undefined : rest);
      return rest === '' ? 'no system message' : 'system message set';
    },
  },
  seed: {
    takes: '[integer]',
    about: 'sample with this seed; empty for a random seed each time',
    run: (chat, rest) =>
      sampleWith(chat, 'seed', rest === '' ? undefined : read(rest, integerFrom(Number.MIN_SAFE_INTEGER))),
  },
  temperature: {
    takes: '[number]',
    about: 'sample at this temperature; empty for the model’s default',
    run: (chat, rest) => sampleWith(chat, 'temperature', rest === '' ? undefined : read(rest, numberFrom(0, 2))),
  },
  logprobs: {
    takes: '[on|off]',
    about: 'show the log-probability of each token',
    run: (chat, rest) => {
      if (!['', 'on', 'off'].includes(rest)) throw new UsageFailure('/logprobs takes on or off');
      const isOn = rest === '' ? !chat.conversations[0]!.sampling.logprobs : rest === 'on';
      sampleWith(chat, 'logprobs', isOn || undefined);
      return `log-probabilities ${isOn ? 'on' : 'off'}`;
    },
  },
  save: {
    takes: '<file>',
    about: 'write the messages to a file, in the format of the API',
    run: ({ conversations: [first] }, rest) => {
      if (rest === '') throw new UsageFailure('/save takes the name of a file');
      if (existsSync(rest)) throw new UsageFailure(`${rest} already exists; /save takes the name of a new file`);
      if (!existsSync(dirname(rest))) throw new UsageFailure(`the folder ${dirname(rest)} does not exist`);
      writeFileSync(rest, `${jsonText({ model: first!.model, messages: first!.messages }, 2)}\n`, { flag: 'wx' });
      return `saved ${rest}`;
    },
  },
  clear: {
    takes: '',
    about: 'clear the conversation',
    run: ({ conversations }) => {
      for (const one of conversations) one.forget();
      return 'cleared';
    },
  },
  help: { takes: '', about: 'show this list', run: () => helpLines().join('\n') },
};

/** Lines that end the chat. */
const endings = new Set(['/exit', '/quit', '/bye']);

export function endsChat(line: string): boolean {
  return endings.has(line);
}

/** Runs a line that begins with a slash, and returns the text to print. Throws `CommandFailure`. */
export async function runChatCommand(chat: Chat, line: string): Promise<string> {
  const [, name, rest] = /^\/(\S*)\s*(.*)$/s.exec(line)!;
  const command = Object.hasOwn(commands, name!) ? commands[name!] : undefined;
  if (command === undefined) throw new UsageFailure(`unknown command /${name}; /help lists all commands`);
  return command.run(chat, rest!.trim());
}

function helpLines(): string[] {
  const lines = Object.entries(commands).map(([name, { takes, about }]) => [`/${name} ${takes}`, about]);
  return [...lines, ['/exit', 'end the chat, like Ctrl-D'], ['"""', 'starts and ends a question of several lines']].map(
    ([left, right]) => `  ${left!.padEnd(24)}${right}`,
  );
}

function sampleWith(
  { conversations }: Chat,
  name: 'seed' | 'temperature' | 'logprobs',
  value: number | boolean | undefined,
): string {
  for (const one of conversations) one.sampling = { ...one.sampling, [name]: value };
  return value === undefined ? `${name} set to the server’s default` : `${name} ${value}`;
}

/** Parses a value like the option of the same name. Throws `UsageFailure`. */
function read(text: string, parse: (text: string) => number): number {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageFailure(`${JSON.stringify(text)}: ${(error as Error).message}`);
  }
}
