import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ChaosServer } from './server.ts';

/** Longest pause of a client between two calls, in milliseconds. */
const longestPauseMs = 200;
/** Maximum number of files and logs per round, so that the disk lasts for many rounds. */
const mostStored = 40;
const longestFile = 40_000;

/** Stored object, and how to read it back. */
interface Stored {
  what: string;
  /** Returns a description of what is wrong; null if the object is as sent. */
  check(server: ChaosServer): Promise<string | null>;
}

/**
 * Clients that run beside the jobs of a round: they chat, upload, log and create models. Chats are always answered,
 * with equal text. Requests that store data succeed or are refused with 507; stored data is remembered.
 */
export class Traffic {
  readonly #server: ChaosServer;
  readonly #random: () => number;
  readonly #name: string;
  readonly #stored: Stored[] = [];
  #answer: string | null = null;
  #going = true;
  #clients: Promise<void>[] = [];
  /** Answers that are not allowed. */
  readonly faults: string[] = [];
  readonly counts = { chats: 0, stored: 0, refused: 0 };

  /** `name` is unique for each round. */
  constructor(server: ChaosServer, random: () => number, name: string) {
    this.#server = server;
    this.#random = random;
    this.#name = name;
  }

  /** Starts the clients; the disk must still have space. */
  async begin(): Promise<void> {
    const { id } = await this.#server.call('POST', '/preview/models', this.#model('logged'));
    const acts = [() => this.#chat(), () => this.#upload(), () => this.#log(id), () => this.#makeModel()];
    this.#clients = acts.map((act) => this.#client(act));
  }

  async end(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#clients);
  }

  /** Reads back all stored data; returns what is wrong with it. */
  async check(server: ChaosServer): Promise<string[]> {
    const wrong: string[] = [];
    for (const { what, check } of this.#stored) {
      const why = await check(server).catch((error: Error) => error.message);
      if (why !== null) wrong.push(`${what}: ${why}`);
    }
    return wrong;
  }

  async #client(act: () => Promise<void>): Promise<void> {
    while (this.#going) {
      await act().catch((error: Error) => this.faults.push(error.message));
      await sleep(this.#random() * longestPauseMs);
    }
  }

  async #chat(): Promise<void> {
    const messages = [{ role: 'user', content: 'which?' }];
    const { status, text } = await this.#server.ask('POST', '/chat/completions', {
      ...{ model: 'toy', messages, seed: 1, max_tokens: 4 },
    });
    if (status !== 200) throw new Error(`a chat was answered ${status} ${text}`);
    const { content } = JSON.parse(text).choices[0].message;
    this.#answer ??= content;
    if (content !== this.#answer) throw new Error(`a chat was answered differently: ${content}`);
    this.counts.chats += 1;
  }

  async #upload(): Promise<void> {
    const made = await this.#store('/preview/artifacts', { name: this.#name, project: 'traffic' });
    if (made === null) return;
    const bytes = `${made.id} `.repeat(Math.ceil((this.#random() * longestFile) / 37) + 1);
    const path = `/preview/artifacts/${made.id}/files/some.txt`;
    if ((await this.#store(path, bytes, 'PUT')) === null) return;
    this.#remember(`the file ${path}`, async (server) => {
      const { status, text } = await server.ask('GET', path);
      return text === bytes ? null : `${status}, and ${text.length} of ${bytes.length} characters`;
    });
  }

  async #log(model: string): Promise<void> {
    const content = `${this.#name} ${this.#random()}`;
    const groups = [{ trajectories: [{ messages_and_choices: [{ role: 'user', content }], reward: this.#random() }] }];
    const logs = `/preview/models/${model}/logs`;
    const logged = await this.#store(`/preview/models/${model}/log`, { split: 'val', trajectory_groups: groups });
    if (logged === null) return;
    this.#remember(`a log of ${model}`, async (server) => {
      for (let after = ''; ; ) {
        const page = await server.call('GET', `${logs}?limit=100${after}`);
        for (const { id } of page.data) {
          const { data } = await server.call('GET', `${logs}/${id}/trajectory-groups`);
          if (isDeepStrictEqual(data, groups)) return null;
        }
        if (!page.has_more) return 'it is gone';
        after = `&after=${page.last_id}`;
      }
    });
  }

  async #makeModel(): Promise<void> {
    const wanted = this.#model(`m${this.#random()}`);
    const made = await this.#store('/preview/models', wanted);
    if (made === null) return;
    this.#remember(`the model ${made.id}`, async (server) => {
      const { name } = await server.call('GET', `/preview/models/${made.id}`);
      return name === wanted.name ? null : `its name is ${name}`;
    });
  }

  #model(name: string): { project: string; name: string; base_model: string } {
    return { project: 'traffic', name: `${this.#name}-${name}`, base_model: 'toy' };
  }

  /** Returns the answer; null if there was no space, or enough is stored. */
  async #store(path: string, body: unknown, method = 'POST'): Promise<{ id: string } | null> {
    if (this.#stored.length >= mostStored) return null;
    const { status, text } = await this.#server.ask(method, path, body);
    if (status === 507) this.counts.refused += 1;
    else if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return status === 200 ? JSON.parse(text) : null;
  }

  #remember(what: string, check: Stored['check']): void {
    this.counts.stored += 1;
    this.#stored.push({ what, check });
  }
}
