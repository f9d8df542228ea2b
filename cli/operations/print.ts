import type { OpenAnswer } from '../../clients/typescript/src/connection.ts';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { writePieces, writeWholeFile } from '../files/whole.ts';
import { jsonText, printable, printableText } from '../output/printable.ts';
import { fieldLines, Table } from '../output/table.ts';
import { valueAt } from '../output/values.ts';
import { piecesOf } from './exchange.ts';
import type { Operation } from './operation.ts';

/** Prints a document for people, or as JSON with `--json`. */
export async function printDocument(context: Context, operation: Operation, document: unknown): Promise<void> {
  if (context.json) return context.out(jsonText(document, 2));
  if (operation.text !== undefined) {
    const value = valueAt(document, operation.text);
    return context.out(printableText(typeof value === 'string' ? value : JSON.stringify(value ?? null)));
  }
  const items = itemsOf(document);
  const { warnings } = document as { warnings?: unknown };
  for (const warning of Array.isArray(warnings) ? warnings : []) context.err(`warning: ${warning}`);
  if (items !== undefined) return printRows(context, operation.columns, items);
  const columns = operation.columns.length > 0 ? operation.columns : Object.keys(document as object);
  for (const line of fieldLines(document, columns, context)) await context.out(line);
}

/** Returns the items of a list, or undefined for anything else. */
function itemsOf(document: unknown): unknown[] | undefined {
  const items = Array.isArray(document) ? document : (document as { data?: unknown }).data;
  return Array.isArray(items) ? items : undefined;
}

/** Prints a table; values that are not objects are printed one a line. */
export async function printRows(context: Context, columns: readonly string[], items: unknown[]): Promise<void> {
  if (items.some((item) => typeof item !== 'object')) {
    for (const item of items) await context.out(printable(String(item)));
    return;
  }
  const table = new Table(columns, items, context);
  await context.out(table.head);
  for (const item of items) await context.out(table.row(item));
}

/** Prints items as they arrive; with `--json`, one JSON document a line. */
export async function printFollowed(
  context: Context,
  operation: Operation,
  pages: AsyncIterable<unknown[]>,
): Promise<void> {
  let table: Table | undefined;
  for await (const items of pages) {
    if (context.json) {
      for (const item of items) await context.out(jsonText(item));
      continue;
    }
    if (table === undefined) {
      table = new Table(operation.columns, items, context);
      await context.out(table.head);
    }
    for (const item of items) await context.out(table.row(item));
  }
}

/** Writes the bytes of an answer to standard output or to a file, which appears completely or not at all. */
export async function saveAnswer(context: Context, answer: OpenAnswer, output: string | undefined): Promise<void> {
  if (output === undefined || output === '-') {
    if (output === undefined && context.isTty) {
      answer.watch.end();
      await answer.response.body?.cancel();
      throw new UsageFailure('the response is binary and is not written to a terminal; give a file with --output');
    }
    for await (const piece of piecesOf(answer)) await context.write(piece);
    return;
  }
  try {
    await writeWholeFile(output, (temporary) => writePieces(temporary, piecesOf(answer)));
  } catch (error) {
    // If no byte was read, timer and body would keep the process alive.
    answer.watch.end();
    await answer.response.body?.cancel().catch(() => {});
    throw error;
  }
}
