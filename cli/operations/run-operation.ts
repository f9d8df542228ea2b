import { confirm } from '../ask.ts';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { jsonText, printableText } from '../output/printable.ts';
import { fetchDocument, linesOfAnswer, send } from './exchange.ts';
import { idFor, takesModel } from './names.ts';
import type { Field, Operation } from './operation.ts';
import { defaultLimit } from './options.ts';
import { firstItems, followed } from './pages.ts';
import { printDocument, printFollowed, saveAnswer } from './print.ts';
import { type Prepared, prepare, type Values } from './request.ts';

/** Options of a command that are not fields of its operation. */
export interface OwnOptions {
  body?: string;
  output?: string;
  limit?: number;
  all?: boolean;
  follow?: boolean;
  yes?: boolean;
}

/** Sends the request of a command and prints the answer. */
export async function runOperation(
  context: Context,
  operation: Operation,
  values: Map<Field, unknown>,
  options: OwnOptions,
): Promise<void> {
  if (options.follow) refuseContrary(values, options);
  for (const [field, value] of values) {
    if (takesModel(field)) values.set(field, await idFor(context, field, String(value)));
  }
  const request = await prepare(operation, values, options.body);
  if (operation.method === 'DELETE') {
    await confirm(context, options.yes === true, `${operation.summary}: ${request.path}?`);
  }
  if (options.follow) return printFollowed(context, operation, followed(context, operation, request));
  if (operation.list === 'last_id') return printList(context, operation, request, options);
  if (operation.answer !== 'json' || isStream(operation, request))
    return printStream(context, operation, request, options);
  await printDocument(context, operation, await fetchDocument(context, operation, request));
}

/** Throws if options of a bounded list are combined with `--follow`. */
function refuseContrary(values: Values, { limit, all }: OwnOptions): void {
  const order = [...values].find(([{ name }]) => name === 'order')?.[1];
  if (limit === undefined && !all && order !== 'desc') return;
  throw new UsageFailure('--follow shows all items, also new ones; it excludes --limit, --all and --order desc');
}

async function printList(
  context: Context,
  operation: Operation,
  request: Prepared,
  options: OwnOptions,
): Promise<void> {
  const most = options.all ? Number.POSITIVE_INFINITY : (options.limit ?? defaultLimit);
  const page = await firstItems(context, operation, request, most);
  await printDocument(context, operation, page);
  if (page.has_more && !context.json) context.err('daybreak: there are more items; --all shows them');
}

export function isStream({ events }: Operation, { body }: Prepared): boolean {
  return events === true && typeof body === 'string' && (JSON.parse(body) as { stream?: unknown }).stream === true;
}

/** Prints bytes and text unchanged. Of a stream of events it prints the data, one JSON document a line. */
export async function printStream(
  context: Context,
  operation: Operation,
  request: Prepared,
  options: OwnOptions,
): Promise<void> {
  const answer = await send(context, operation, request);
  if (operation.answer === 'bytes') return saveAnswer(context, answer, options.output);
  for await (const line of linesOfAnswer(answer)) {
    if (operation.answer === 'text') await context.out(printableText(line));
    else if (line.startsWith('data: {')) await context.out(jsonText(eventOf(line)));
  }
}

function eventOf(line: string): unknown {
  const event = JSON.parse(line.slice('data: '.length)) as { error?: { message?: string } };
  if (event.error !== undefined) throw new Error(event.error.message ?? 'the stream ended with an error');
  return event;
}
