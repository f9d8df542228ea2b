import { text as allText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { integerFrom, numberFrom } from '../bounded-number.ts';
import { AnswerPrinter } from '../chat/answer-printer.ts';
import { Conversation, type Sampling } from '../chat/conversation.ts';
import { Repl } from '../chat/repl.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { commandAt } from '../groups.ts';
import { servedName } from '../model-name.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText, printable } from '../output/printable.ts';

interface ChatOptions {
  message?: string;
  system?: string;
  compare: string[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  seed?: number;
  logprobs?: boolean;
}

/** `daybreak chat [model]`: a conversation on a terminal, else one answer to `--message` or standard input. */
export function addChat(program: Command, context: Context): void {
  const command = commandAt(program, 'chat')
    .summary('Chat with a model')
    .description(
      'Chats with a base model or a trained model. In a terminal you type questions, and ' +
        'Ctrl-C stops an answer; with --message, or if standard input is not a terminal, one question is answered. ' +
        'If standard output is not a terminal, reasoning before an answer goes to standard error. ' +
        'daybreak api createChatCompletion supports all fields of the API.',
    )
    .argument('[model]', 'Served name, or name of a trained model, with :stepN for a checkpoint')
    .option('-m, --message <text>', 'Ask this one question')
    .option('--system <text>', 'System message')
    .option('--compare <model>', 'Another model that answers too; up to twice', collect, [])
    .option('--temperature <number>', 'Sampling temperature; 0 is greedy', numberFrom(0, 2))
    .option(
      '--top-p <number>',
      'Nucleus sampling: cumulative probability of the tokens to sample from',
      numberFrom(0, 1),
    )
    .option('--max-tokens <integer>', 'Most tokens of an answer', integerFrom(1))
    .option('--seed <integer>', 'Seed for reproducible answers', integerFrom(Number.MIN_SAFE_INTEGER))
    .option('--logprobs', 'Show the log-probability of each token')
    .action(async (model: string | undefined, options: ChatOptions) => {
      const conversations = await conversationsOf(context, model, options);
      if (options.message === undefined && process.stdin.isTTY && process.stderr.isTTY && !context.json) {
        return new Repl(context, conversations).run();
      }
      const question = options.message ?? (await allText(process.stdin)).trim();
      if (question === '') throw new UsageFailure('there is no question; give one with --message or standard input');
      for (const conversation of conversations) {
        // The same separator as in a conversation at a terminal.
        if (conversations.length > 1 && !context.json) await context.out(printable(`── ${conversation.model}`));
        await answerOnce(context, conversation, question);
      }
    });
  addExamples(command, [
    'chat',
    'chat my-agent --compare my-agent:step0',
    "chat my-agent:step3 -m 'What is two and two?'",
  ]);
}

async function conversationsOf(context: Context, model: string | undefined, options: ChatOptions) {
  if (options.compare.length > 2) throw new UsageFailure('--compare can be given at most twice');
  const { temperature, topP: top_p, maxTokens: max_tokens, seed, logprobs } = options;
  const sampling: Sampling = { temperature, top_p, max_tokens, seed, logprobs };
  const conversations: Conversation[] = [];
  for (const one of [model, ...options.compare]) {
    const name = one === undefined ? await firstServed(context) : await servedName(context, one);
    conversations.push(new Conversation(context, name, sampling, options.system));
  }
  return conversations;
}

async function firstServed(context: Context): Promise<string> {
  const [first] = await context.client().models.served();
  if (first === undefined) throw new CommandFailure('the server serves no model', exitCodes.notFound);
  return first.id;
}

/** Prints the answer as it streams, or with `--json` the API's answer, one line for each model. */
async function answerOnce(context: Context, conversation: Conversation, question: string): Promise<void> {
  if (context.json) {
    const { model, sampling, messages } = conversation;
    const body = { model, messages: [...messages, { role: 'user' as const, content: question }], ...sampling };
    return context.out(jsonText(await context.client().chat.completions.create(body)));
  }
  const printer = new AnswerPrinter(context);
  const stop = new AbortController();
  await conversation.ask(question, (piece) => printer.take(piece), stop.signal).finally(() => printer.end());
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
