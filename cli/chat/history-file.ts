import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const most = 1000;

/** Lines typed into chats, newest first, as readline keeps them; only their user can read the file. */
export class HistoryFile {
  readonly #path: string;

  constructor(env: NodeJS.ProcessEnv) {
    const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local/state');
    this.#path = join(state, 'daybreak/chat-history');
  }

  read(): string[] {
    try {
      return readFileSync(this.#path, 'utf8').split('\n').filter(Boolean).slice(0, most);
    } catch {
      return [];
    }
  }

  /** Writes the history. A failure does not end a chat. */
  write(lines: readonly string[]): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(this.#path, `${lines.slice(0, most).join('\n')}\n`, { mode: 0o600 });
    } catch {}
  }
}
