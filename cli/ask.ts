import { createInterface } from 'node:readline/promises';
import type { Context } from './context.ts';
import { CommandFailure, UsageFailure } from './failures.ts';
import { printable } from './output/printable.ts';

/** Asks the user to agree, unless `yes`. Throws `CommandFailure` if they do not. */
export async function confirm(context: Context, yes: boolean, question: string): Promise<void> {
  if (yes) return;
  if (!context.canAsk) throw new UsageFailure(`${question} There is no terminal to ask on: confirm with --yes`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => context.interrupt());
  const answer = await lines.question(`${printable(question)} [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure('cancelled; nothing was changed');
}

/** Reads a line typed without echo, or the first line of standard input if that is no terminal. */
export async function readSecret(context: Context, question: string): Promise<string> {
  if (!context.canAsk) return firstLine(await allOf(process.stdin));
  // Raw mode comes before the question, so that early typing is not echoed either.
  process.stdin.setRawMode(true);
  process.stderr.write(question);
  try {
    return (await typedLine(context)).trim();
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
    process.stderr.write('\n');
  }
}

/** Returns the first line of a text, which holds a secret; anything may follow it. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.trim();
}

async function allOf(stream: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}

const [enter, endOfInput, interrupt, backspace] = [/[\r\n]/, '\u0004', '\u0003', /[\b\u007f]/];

/** Reads a line from a terminal in raw mode. */
async function typedLine(context: Context): Promise<string> {
  const { promise, resolve } = withResolvers();
  let line = '';
  const take = (piece: Buffer): void => {
    for (const key of piece.toString('utf8')) {
      if (key === interrupt) {
        process.stdin.setRawMode(false);
        context.interrupt();
      } else if (enter.test(key) || key === endOfInput) resolve(line);
      else line = backspace.test(key) ? line.slice(0, -1) : line + key;
    }
  };
  process.stdin.on('data', take);
  return promise.finally(() => process.stdin.off('data', take));
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers(): { promise: Promise<string>; resolve: (line: string) => void } {
  let resolve!: (line: string) => void;
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
