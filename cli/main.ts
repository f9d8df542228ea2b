import { CommanderError } from 'commander';
import { complete } from './completion/complete.ts';
import { Context, endingSignals } from './context.ts';
import { CommandFailure, documentOf, type ExitCode, exitCodeOf, exitCodes, linesOf, systemWords } from './failures.ts';
import { jsonText } from './output/printable.ts';
import { buildProgram } from './program.ts';

/** Runs the command of these arguments to its end. */
async function main(args: readonly string[]): Promise<number> {
  const context = new Context(process.env);
  // Nobody can be told that nothing can be told.
  process.stderr.on('error', () => {});
  for (const signal of endingSignals) process.on(signal, () => context.interrupt(signal));
  endWithOutput(process.stdout, context);
  const program = buildProgram(context, args);
  try {
    if (args[0] === '__complete') await complete(program, context, args.slice(1));
    else await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    // Help and faults of the arguments are printed already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return fail(context, error);
  }
}

/** Tells what is wrong, and gives back how the command is to end. */
function fail(context: Context, error: unknown): ExitCode {
  context.err(context.json ? jsonText(documentOf(error)) : `daybreak: ${linesOf(error).join('\n')}`);
  return exitCodeOf(error);
}

/** Whoever reads the output, such as `head`, may have enough of it; the disk that it goes to may be full. */
function endWithOutput(stream: NodeJS.WriteStream, context: Context): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    process.exit(fail(context, new CommandFailure(`cannot write standard output: ${systemWords(error)}`)));
  });
}

process.exitCode = await main(process.argv.slice(2));
