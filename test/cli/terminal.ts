import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type BuiltCommand, oldestNode } from './daybreak.ts';

const tmux = (...args: string[]): Promise<{ stdout: string }> => promisify(execFile)('tmux', args);

/** Whether tmux is installed. */
export const hasTmux = await tmux('-V').then(
  () => true,
  () => false,
);

/** A command in a tmux terminal that tests can type into and read. */
export class Terminal implements AsyncDisposable {
  readonly #name = `daybreak-${randomUUID().slice(0, 8)}`;

  /** Opens a terminal that stays open after the command and shows its exit code. */
  static async open(command: BuiltCommand, args: readonly string[]): Promise<Terminal> {
    const terminal = new Terminal();
    const variables = Object.entries(command.env).map(([name, value]) => `${name}=${value}`);
    const line = [...variables, oldestNode(), command.file, ...args].map(quoted).join(' ');
    const shell = `trap : INT; env ${line}; echo "exit code $?"; exec sleep 3600`;
    await tmux('-L', terminal.#name, 'new-session', '-d', '-x', '100', '-y', '40', 'sh', '-c', shell);
    return terminal;
  }

  /** Returns the text on the screen without trailing spaces, and with wrapped lines joined. */
  async screen(): Promise<string> {
    const { stdout } = await tmux('-L', this.#name, 'capture-pane', '-p', '-J', '-S', '-200');
    return stdout.replaceAll(/ +$/gm, '').trimEnd();
  }

  /** Types a line after the prompt appears. Earlier input would be echoed before pending output. */
  async type(text: string): Promise<void> {
    await this.shows(/(?:^|\n)[>…]$/);
    await tmux('-L', this.#name, 'send-keys', '-l', text);
    await this.press('Enter');
  }

  /** Presses a key by its tmux name, such as `C-c`. */
  async press(key: string): Promise<void> {
    await tmux('-L', this.#name, 'send-keys', key);
  }

  /** Waits until the screen matches. */
  async shows(what: RegExp): Promise<string> {
    await expect.poll(() => this.screen(), { timeout: 60_000, interval: 50 }).toMatch(what);
    return this.screen();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await tmux('-L', this.#name, 'kill-server').catch(() => {});
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
