import { createHash } from 'node:crypto';
import type { OpenAnswer } from '../../clients/typescript/src/connection.ts';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { piecesOf, warnIgnored } from '../operations/exchange.ts';
import { printable } from '../output/printable.ts';
import { writePieces } from './whole.ts';

/** A file of the server, with its known properties. */
export interface RemoteFile {
  /** Path and query of the request. */
  path: string;
  /** Name of the file for people. */
  name: string;
  bytes?: number;
  /** Digest in hexadecimal digits. */
  sha256?: string;
  /** A query parameter that an older server would ignore, which would then send another file. */
  needs?: string;
}

/** Requests a file of the server; its bytes are not yet read. */
export async function openFile(context: Context, { path, needs }: RemoteFile): Promise<OpenAnswer> {
  const answer = await context.connection().send('GET', path, { headers: { accept: '*/*' } });
  const ignored = answer.response.headers.get('daybreak-ignored-fields')?.split(/, ?/) ?? [];
  if (needs === undefined || !ignored.includes(needs)) return answer;
  answer.watch.end();
  await answer.response.body?.cancel();
  throw new CommandFailure(`this server is too old: it does not support ${needs}`, exitCodes.refused);
}

/**
 * Yields the bytes of a file as they arrive, with a progress bar on a terminal unless `--json` is given. Throws
 * `CommandFailure` at the end if size or digest differ from what the server announced.
 */
export async function* bytesOfFile(
  context: Context,
  { name, bytes, sha256 }: RemoteFile,
  answer: OpenAnswer,
): AsyncGenerator<Uint8Array> {
  warnIgnored(context, answer.response);
  const length = answer.response.headers.get('content-length');
  const total = bytes ?? (length === null ? undefined : Number(length));
  const progress = process.stderr.isTTY === true && !context.json ? new DownloadProgress(process.stderr) : undefined;
  const bar = progress?.file(printable(name), total ?? 0);
  const hash = createHash('sha256');
  let received = 0;
  for await (const piece of piecesOf(answer)) {
    yield piece;
    hash.update(piece);
    received += piece.length;
    bar?.at(received);
  }
  if (total !== undefined && received !== total)
    throw new CommandFailure(`${name}: received ${received} bytes, but the server announced ${total}`);
  const digest = hash.digest('hex');
  if (sha256 !== undefined && digest !== sha256)
    throw new CommandFailure(`${name}: its SHA-256 is ${digest}, but the server announced ${sha256}`);
  bar?.done();
}

async function* fetched(context: Context, file: RemoteFile): AsyncGenerator<Uint8Array> {
  yield* bytesOfFile(context, file, await openFile(context, file));
}

/** Writes a file of the server to a path. It does not appear before it is complete: see `writeWholeFile`. */
export function download(context: Context, file: RemoteFile, to: string): Promise<void> {
  return writePieces(to, fetched(context, file));
}

/** Throws `UsageFailure` if standard output is a terminal, which binary data would upset. */
export function refuseTerminal({ isTty }: Context): void {
  if (isTty) throw new UsageFailure('binary data is not written to a terminal; give a path with --output');
}

/** Writes a file of the server to standard output. */
export async function writeOut(context: Context, file: RemoteFile): Promise<void> {
  for await (const piece of fetched(context, file)) await context.write(piece);
}
