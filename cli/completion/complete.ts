import type { Argument, Command, Option } from 'commander';
import type { Context, GlobalOptions } from '../context.ts';
import { printable } from '../output/printable.ts';

/** A completion of the word at the cursor. */
interface Candidate {
  word: string;
  about: string;
}

/**
 * Answers the completion scripts of shells, as `daybreak __complete`. The last of `words` is still being typed. Prints
 * one candidate a line: the word, a tab and its meaning. No candidates mean file names.
 */
export async function complete(program: Command, context: Context, words: readonly string[]): Promise<void> {
  // PowerShell passes an empty word as two quotes.
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
  const { command, rest, pending } = descend(program, before);
  const allowed = ({ argChoices = [] }: Option | Argument) => argChoices.map((word) => ({ word, about: '' }));
  // The only option with several values takes files.
  const takesModel = pending?.long === '--compare' || (pending?.long === '--model' && !pending.variadic);
  if (takesModel) return modelNames(program, context, before);
  if (pending !== undefined) return allowed(pending);
  if (started.startsWith('-')) return optionsOf(program, command).map(ofOption);
  const commands = command.commands.filter((one) => rest.length === 0 && !one.name().startsWith('_'));
  if (commands.length > 0) return commands.map((one) => ({ word: one.name(), about: one.summary() }));
  const argument = command.registeredArguments[rest.length];
  if (argument?.name() === 'model' || argument?.name() === 'run') return modelNames(program, context, before);
  return argument === undefined ? [] : allowed(argument);
}

/** Result of parsing the words: a command, its arguments so far, and the option whose value comes next. */
interface Place {
  command: Command;
  rest: string[];
  pending?: Option;
}

function descend(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, rest: [] };
  for (const word of words) {
    const { command, rest, pending } = place;
    place.pending = undefined;
    if (pending !== undefined) continue;
    const next = rest.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (word.startsWith('-')) {
      place.pending = optionsOf(program, command).find(
        (one) => one.required && (word === one.long || word === one.short),
      );
    } else if (next === undefined) rest.push(word);
    else place.command = next;
  }
  return place;
}

function optionsOf(program: Command, command: Command): Option[] {
  return [...command.options, ...(command === program ? [] : program.options)];
}

function ofOption({ long, short, description }: Option): Candidate {
  return { word: long ?? short!, about: description };
}

/** Request options for completion, which must be quick. */
const quick = { timeoutMs: 2000, maxRetries: 0 };

/** Returns the models of the server that the words select. Names that occur more than once get their project. */
async function modelNames(program: Command, context: Context, words: readonly string[]): Promise<Candidate[]> {
  try {
    program.parseOptions([...words]);
    context.options = program.opts<GlobalOptions>();
    const { data } = await context.client().models.list({ limit: 100, order: 'desc' }, quick).firstPage();
    const isDouble = (name: string) => data.filter((model) => model.name === name).length > 1;
    return data.map(({ name, project, base_model }) => {
      return { word: isDouble(name) ? `${project}/${name}` : name, about: base_model };
    });
  } catch {
    return [];
  }
}
