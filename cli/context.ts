import { once } from 'node:events';
import { Connection, type RequestOptions } from '../clients/typescript/src/connection.ts';
import { Daybreak } from '../clients/typescript/src/daybreak.ts';
import { getHealth } from '../clients/typescript/src/generated/sdk.gen.ts';
import type { Health } from '../clients/typescript/src/generated/types.gen.ts';
import { exitCodes } from './failures.ts';
import { printableText } from './output/printable.ts';
import { findServer, type Server } from './server.ts';

/** The options that every command takes. */
export interface GlobalOptions {
  json?: boolean;
  url?: string;
  profile?: string;
  color?: boolean;
}

const timeoutMs = 600_000;

/** The signals that ask a command to end, Ctrl-C's first. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof endingSignals)[number];

/** How a command ends that a signal has ended. */
export const signalExitCodes = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;

/** What a command has of the world: the server, the terminal, the environment. */
export class Context {
  readonly env: NodeJS.ProcessEnv;
  /** What the command that runs was given; the program fills it in. */
  options: GlobalOptions = {};
  /** The words of the command line; undefined for a program that is complete. */
  words: readonly string[] | undefined;
  #onInterrupt: (signal: EndingSignal) => void = (signal) => process.exit(signalExitCodes[signal]);

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  /** Whether the command line may be one of the command of these words. */
  names(words: string): boolean {
    return words.split(' ').every((word) => this.words?.includes(word) ?? true);
  }

  /** Whether answers are to be documents. */
  get json(): boolean {
    return this.options.json === true;
  }

  /** Whether a person sees the output. */
  get isTty(): boolean {
    return process.stdout.isTTY === true;
  }

  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  }

  get color(): boolean {
    return this.isTty && !this.env.NO_COLOR && this.env.TERM !== 'dumb' && this.options.color !== false;
  }

  /** Columns of the terminal; undefined where lines may have any length. */
  get width(): number | undefined {
    return (this.isTty && process.stdout.columns) || undefined;
  }

  /** Throws `CommandFailure` for a profile that is not there. */
  server(): Server {
    return findServer(this.options, this.env);
  }

  /** The typed client, for commands that are written by hand. Throws `CommandFailure` where there is no key. */
  client(): Daybreak {
    const { url, key } = this.server();
    return new Daybreak({ baseUrl: url, apiKey: key(), timeoutMs });
  }

  /** What sends a request of any operation; without a key where none is needed. */
  connection({ needsKey = true, maxRetries = 2 } = {}): Connection {
    const server = this.server();
    const apiKey = needsKey ? server.key() : keyOrNone(server);
    return new Connection({ baseUrl: server.url, apiKey, timeoutMs, maxRetries, fetch: globalThis.fetch });
  }

  /** Whether the server answers, which needs no key. */
  health(options?: RequestOptions): Promise<Health> {
    return this.connection({ needsKey: false }).call((common) => getHealth(common), options);
  }

  /** Writes data, as it is, and waits while its reader is slow. */
  async write(data: string | Uint8Array): Promise<void> {
    if (!process.stdout.write(data)) await once(process.stdout, 'drain');
  }

  /** Writes a line of data. */
  out(line: string): Promise<void> {
    return this.write(`${line}\n`);
  }

  /** Tells a person something that is not data. No terminal obeys it, for servers and files have a part in it. */
  err(line: string): void {
    process.stderr.write(`${printableText(line)}\n`);
  }

  /**
   * Ctrl-C ends the command with 130, and other signals with their codes, until something else is to happen; gives back
   * a function that undoes it.
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
