import { type Command, Option } from 'commander';
import type { RunRecord } from '../../clients/typescript/src/generated/types.gen.ts';
import { numberFrom } from '../bounded-number.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { shown } from '../files/paths.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { idFor } from '../operations/names.ts';
import { jsonText, printable } from '../output/printable.ts';
import { plotLines } from '../train/plot.ts';

/** `daybreak runs plot|export`: draws curves in the terminal, and prints the whole history as CSV. */
export function addRuns(program: Command, context: Context): void {
  addPlot(program, context);
  addExport(program, context);
}

const axes = ['gradient_step', 'step', 'time'] as const;

interface PlotOptions {
  x?: (typeof axes)[number];
  smoothing?: number;
}

/** Metrics shown by default, if the run has them. */
const usual = ['reward', 'loss', 'entropy', 'grad_norm'];

function addPlot(program: Command, context: Context): void {
  const command = commandAt(program, 'runs plot')
    .summary('Plot the metrics of a run')
    .description(
      'Plots metrics over all records of a run, one plot below the other; daybreak runs metrics lists their names.',
    )
    .argument('<run_id>', 'Id of the run, or name of its model')
    .argument('[metrics...]', `Names of metrics (default: ${usual.join(', ')})`)
    .addOption(new Option('--x <axis>', `${axes.join(', ')} (default: ${axes[0]})`).choices(axes).default(axes[0]))
    .option('--smoothing <weight>', 'Weight of an exponential moving average, from 0 to 0.999', numberFrom(0, 0.999))
    .action((run: string, metrics: string[], options: PlotOptions) => plot(context, run, metrics, options));
  addExamples(command, ['runs plot my-agent', 'runs plot my-agent reward loss --smoothing 0.9']);
}

async function plot(context: Context, given: string, wanted: string[], { x, smoothing }: PlotOptions): Promise<void> {
  const client = context.client();
  const run = await runId(context, given);
  const known = new Set((await client.runs.metrics(run)).map(({ name }) => name));
  const missing = wanted.find((name) => !known.has(name));
  if (missing !== undefined) {
    const names = [...known].slice(0, 40).join(', ');
    throw new CommandFailure(`the run has no metric ${JSON.stringify(missing)}; it has ${names}`, exitCodes.notFound);
  }
  const names = wanted.length > 0 ? wanted : usual.filter((name) => known.has(name));
  if (names.length === 0) {
    const told = known.size === 0 ? 'the run has no records yet' : `choose from ${[...known].join(', ')}`;
    throw new UsageFailure(told);
  }
  const width = Math.max(20, Math.min(context.width ?? 80, 160) - 12);
  const points = 2 * width;
  const series = await client.runs.series(run, names, { x, points, smoothing });
  if (context.json) return context.out(jsonText(series, 2));
  for (const name of names) {
    const curve = series.metrics[name]!;
    await context.out(printable(`${name}  (${series.x})`));
    for (const line of plotLines(curve.x, curve.smoothed ?? curve.mean, width)) await context.out(line);
  }
}

function addExport(program: Command, context: Context): void {
  const command = commandAt(program, 'runs export')
    .summary('Print the whole history of a run as CSV')
    .description(
      'Prints a line for each record, with a column for each metric; with --json a JSON document on each line.',
    )
    .argument('<run_id>', 'Id of the run, or name of its model')
    .action((run: string) => exportHistory(context, run));
  addExamples(command, ['runs export my-agent > my-agent.csv']);
}

const fixed = ['step', 'gradient_step', 'job_id', 'time'] as const;

async function exportHistory(context: Context, given: string): Promise<void> {
  const client = context.client();
  const run = await runId(context, given);
  const records = client.runs.history(run, { limit: 100 });
  if (context.json) {
    for await (const record of records) await context.out(jsonText(record));
    return;
  }
  const metrics = (await client.runs.metrics(run)).map(({ name }) => name);
  await context.out(shown(context, [...fixed, ...metrics].map(csvCell).join(',')));
  for await (const record of records) await context.out(shown(context, csvLine(record, metrics)));
}

function csvLine(record: RunRecord, metrics: readonly string[]): string {
  return [...fixed.map((name) => record[name]), ...metrics.map((name) => record.metrics[name])].map(csvCell).join(',');
}

/** Formats a CSV cell by RFC 4180. Escapes text that a spreadsheet would run as a formula. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value).replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function runId(context: Context, given: string): Promise<string> {
  return idFor(context, { name: 'run_id' } as Parameters<typeof idFor>[1], given);
}
