import { once } from 'node:events';
import { Connection, type RequestOptions } from '../clients/typescript/src/connection.ts';
import { Daybreak } from '../clients/typescript/src/daybreak.ts';
import { getHealth } from '../clients/typescript/src/generated/sdk.gen.ts';
import type { Health } from '../clients/typescript/src/generated/types.gen.ts';
import { exitCodes } from './failures.ts';
import { printableText } from './output/printable.ts';
import { findServer, type Server } from './server.ts';

/** Options of every command. */
export interface GlobalOptions {
  json?: boolean;
  url?: string;
  profile?: string;
  color?: boolean;
}

const timeoutMs = 600_000;

/** Signals that ask a command to end, Ctrl-C's first. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof endingSignals)[number];

/** Exit codes of a command that a signal has ended. */
export const signalExitCodes = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;

/** Environment of a command: the server, the terminal, the variables. */
export class Context {
  readonly env: NodeJS.ProcessEnv;
  /** Global options of the running command; set by the program. */
  options: GlobalOptions = {};
  /** Words of the command line; undefined to build the complete program. */
  words: readonly string[] | undefined;
  #onInterrupt: (signal: EndingSignal) => void = (signal) => process.exit(signalExitCodes[signal]);

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  /** Returns whether the command line may call the command of these words. */
  names(words: string): boolean {
    return words.split(' ').every((word) => this.words?.includes(word) ?? true);
  }

  /** Whether output is JSON. */
  get json(): boolean {
    return this.options.json === true;
  }

  /** Whether standard output is a terminal. */
  get isTty(): boolean {
    return process.stdout.isTTY === true;
  }

  /** Whether questions can be asked on a terminal. */
  get canAsk(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  get color(): boolean {
    return this.isTty && !this.env.NO_COLOR && this.env.TERM !== 'dumb' && this.options.color !== false;
  }

  /** Columns of the terminal; undefined if lines may have any length. */
  get width(): number | undefined {
    return (this.isTty && process.stdout.columns) || undefined;
  }

  /** Returns the server to use. Throws `CommandFailure` for an unknown profile. */
  server(): Server {
    return findServer(this.options, this.env);
  }

  /** Returns the typed client, for hand-written commands. Throws `CommandFailure` if there is no key. */
  client(): Daybreak {
    const { url, key } = this.server();
    return new Daybreak({ baseUrl: url, apiKey: key(), timeoutMs });
  }

  /** Returns a connection for any operation; without a key if none is needed. */
  connection({ needsKey = true, maxRetries = 2 } = {}): Connection {
    const server = this.server();
    const apiKey = needsKey ? server.key() : keyOrNone(server);
    return new Connection({ baseUrl: server.url, apiKey, timeoutMs, maxRetries, fetch: globalThis.fetch });
  }

  /** Returns the health of the server, which needs no key. */
  health(options?: RequestOptions): Promise<Health> {
    return this.connection({ needsKey: false }).call((common) => getHealth(common), options);
  }

  /** Writes data unchanged, and waits while its reader is slow. */
  async write(data: string | Uint8Array): Promise<void> {
    if (!process.stdout.write(data)) await once(process.stdout, 'drain');
  }

  /** Writes a line of data. */
  out(line: string): Promise<void> {
    return this.write(`${line}\n`);
  }

  /** Prints a message that is not data. Escapes control characters, since it may quote servers and files. */
  err(line: string): void {
    process.stderr.write(`${printableText(line)}\n`);
  }

  /**
   * Sets the handler of signals and returns a function that restores the previous one. The first handler exits with 130
   * for Ctrl-C and with the codes of other signals.
   */
  onInterrupt(handle: (signal: EndingSignal) => void): () => void {
    const before = this.#onInterrupt;
    this.#onInterrupt = handle;
    return () => {
      this.#onInterrupt = before;
    };
  }

  interrupt(signal: EndingSignal = 'SIGINT'): void {
    this.#onInterrupt(signal);
  }
}

function keyOrNone(server: Server): string {
  try {
    return server.key();
  } catch {
    return '';
  }
}
