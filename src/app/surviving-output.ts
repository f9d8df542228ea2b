import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Standard output or standard error, written at once. What cannot be written (the disk is full, the reader of the pipe
 * has gone) is dropped and counted, so that no failure of the log is one of the server. When writing works again, the
 * first line tells how many texts are missing.
 */
export class SurvivingOutput {
  readonly isTTY: boolean;
  readonly #fd: number;
  readonly #tellLost: (count: number, code: string) => string;
  /** The end of a text whose beginning is written. */
  #rest: Buffer | null = null;
  #lost = 0;
  /** Error code of the last failure, such as ENOSPC. */
  #code = '';

  /** `tellLost` makes the line that stands for texts that were dropped. */
  constructor(fd: number, tellLost: (count: number, code: string) => string) {
    this.#fd = fd;
    this.#tellLost = tellLost;
    this.isTTY = isatty(fd);
  }

  /** The width of the terminal, in characters. */
  get columns(): number | undefined {
    return this.isTTY ? process.stdout.columns : undefined;
  }

  /** Never throws. */
  write(text: string): void {
    this.#writeRest();
    if (this.#rest === null && this.#lost > 0 && this.#put(Buffer.from(this.#tellLost(this.#lost, this.#code)))) {
      this.#lost = 0;
    }
    if (this.#rest !== null || this.#lost > 0 || !this.#put(Buffer.from(text))) this.#lost += 1;
  }

  #writeRest(): void {
    const rest = this.#rest;
    this.#rest = null;
    if (rest !== null && !this.#put(rest)) this.#rest = rest;
  }

  /** Whether any of the bytes are written; those that are not are the rest. */
  #put(bytes: Buffer): boolean {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      this.#code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      if (written > 0) this.#rest = bytes.subarray(written);
    }
    return written > 0;
  }
}
