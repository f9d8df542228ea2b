import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const largest = 16 * 2 ** 20;

/** File that fills a disk to the last byte, and keeps it full while others free space. */
export class Ballast {
  readonly #file: string;
  #filling: Promise<void> | null = null;
  #full = false;

  constructor(folder: string) {
    this.#file = join(folder, 'ballast');
  }

  async fill(): Promise<void> {
    this.#full = true;
    await this.#topUp();
    this.#filling ??= this.#keep();
  }

  async free(): Promise<void> {
    this.#full = false;
    await this.#filling;
    this.#filling = null;
    await rm(this.#file, { force: true });
  }

  async #keep(): Promise<void> {
    for (; this.#full; await sleep(20)) await this.#topUp();
  }

  async #topUp(): Promise<void> {
    for (let size = largest; size >= 1; size = Math.floor(size / 2)) {
      let fits = true;
      while (fits && this.#full) {
        fits = await writeFile(this.#file, Buffer.alloc(size), { flag: 'a' }).then(
          () => true,
          () => false,
        );
      }
    }
  }
}
