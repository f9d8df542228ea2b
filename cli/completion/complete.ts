import type { Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { printable } from '../output/printable.ts';

/** What may stand at the cursor. */
interface Candidate {
  word: string;
  about: string;
}

/**
 * What the scripts of the shells ask for, as `daybreak __complete`: of the words up to the cursor, whose last one is
 * still being written, the candidates for that one, a line each, with a tab before what it means. None at all stand for
 * names of files.
 */
export async function complete(program: Command, context: Context, words: readonly string[]): Promise<void> {
  // PowerShell hands on an empty word as two quotes.
  const started = (words.at(-1) ?? '').replace(/^""$/, '');
  const found = await candidates(program, context, words.slice(0, -1), started);
  for (const { word, about } of found) {
    if (word.startsWith(started)) await context.out(`${printable(word)}\t${printable(about)}`);
  }
}

async function candidates(
  program: Command,
  context: Context,
  before: readonly string[],
  started: string,
): Promise<Candidate[]> {
  const { command, rest } = descend(program, before);
  const options = [...command.options, ...(command === program ? [] : program.options)];
  const last = before.at(-1) ?? '';
  const pending = options.find(({ long, short, required }) => required && (last === long || last === short));
  if (pending !== undefined) return (pending.argChoices ?? []).map((word) => ({ word, about: '' }));
  if (started.startsWith('-')) return options.map(ofOption);
  const commands = command.commands.filter((one) => rest.length === 0 && !one.name().startsWith('_'));
  if (commands.length > 0) return commands.map((one) => ({ word: one.name(), about: one.summary() }));
  const argument = command.registeredArguments[rest.filter((word) => !word.startsWith('-')).length];
  if (argument?.name() === 'model' || argument?.name() === 'run') return modelNames(context);
  return (argument?.argChoices ?? []).map((word) => ({ word, about: '' }));
}

/** The command that the words lead to, and the words that are left. */
function descend(program: Command, words: readonly string[]): { command: Command; rest: string[] } {
  let command = program;
  const rest: string[] = [];
  for (const word of words) {
    const next = rest.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (next === undefined) rest.push(word);
    else command = next;
  }
  return { command, rest };
}

function ofOption({ long, short, description }: Option): Candidate {
  return { word: long ?? short!, about: description };
}

/** A key press does not wait for long. */
const quick = { timeoutMs: 2000, maxRetries: 0 };

/** Names that are there more than once need their project. */
async function modelNames(context: Context): Promise<Candidate[]> {
  try {
    const { data } = await context.client().models.list({ limit: 100, order: 'desc' }, quick).firstPage();
    const isDouble = (name: string) => data.filter((model) => model.name === name).length > 1;
    return data.map(({ name, project, base_model }) => {
      return { word: isDouble(name) ? `${project}/${name}` : name, about: base_model };
    });
  } catch {
    return [];
  }
}
