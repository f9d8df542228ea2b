import { CommanderError } from 'commander';
import { complete } from './completion/complete.ts';
import { Context, endingSignals } from './context.ts';
import { CommandFailure, documentOf, type ExitCode, exitCodeOf, exitCodes, linesOf, systemWords } from './failures.ts';
import { jsonText } from './output/printable.ts';
import { buildProgram } from './program.ts';

/** Runs the command of these arguments and returns its exit code. */
async function main(args: readonly string[]): Promise<number> {
  const context = new Context(process.env);
  // A failure to write error messages cannot be reported.
  process.stderr.on('error', () => {});
  for (const signal of endingSignals) process.on(signal, () => context.interrupt(signal));
  endWithOutput(process.stdout, context);
  const program = buildProgram(context, args);
  try {
    if (args[0] === '__complete') await complete(program, context, args.slice(1));
    else await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    // Help and argument errors are already printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return fail(context, error);
  }
}

/** Prints the error and returns the exit code. */
function fail(context: Context, error: unknown): ExitCode {
  context.err(context.json ? jsonText(documentOf(error)) : `daybreak: ${linesOf(error).join('\n')}`);
  return exitCodeOf(error);
}

/** Handles errors of standard output: its reader, such as `head`, may have closed it, or its disk may be full. */
function endWithOutput(stream: NodeJS.WriteStream, context: Context): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    process.exit(fail(context, new CommandFailure(`cannot write standard output: ${systemWords(error)}`)));
  });
}

process.exitCode = await main(process.argv.slice(2));
