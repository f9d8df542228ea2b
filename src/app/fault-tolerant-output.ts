import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Standard output or standard error, written synchronously. Text that cannot be written (full disk, closed pipe) is
 * dropped and counted, so that a failing log never fails the server. When writing works again, the first line says how
 * many texts were lost.
 */
export class FaultTolerantOutput {
  readonly isTTY: boolean;
  readonly #fd: number;
  readonly #lostMessage: (count: number, code: string) => string;
  /** Unwritten end of a text whose beginning is written. */
  #rest: Buffer | null = null;
  #lost = 0;
  /** Error code of the last failure, such as ENOSPC. */
  #code = '';

  /** `lostMessage` returns the line that reports dropped texts. */
  constructor(fd: number, lostMessage: (count: number, code: string) => string) {
    this.#fd = fd;
    this.#lostMessage = lostMessage;
    this.isTTY = isatty(fd);
  }

  /** The width of the terminal, in characters. */
  get columns(): number | undefined {
    return this.isTTY ? process.stdout.columns : undefined;
  }

  /** Writes a text; never throws. */
  write(text: string): void {
    this.#writeRest();
    if (this.#rest === null && this.#lost > 0 && this.#put(Buffer.from(this.#lostMessage(this.#lost, this.#code)))) {
      this.#lost = 0;
    }
    if (this.#rest !== null || this.#lost > 0 || !this.#put(Buffer.from(text))) this.#lost += 1;
  }

  #writeRest(): void {
    const rest = this.#rest;
    this.#rest = null;
    if (rest !== null && !this.#put(rest)) this.#rest = rest;
  }

  /** Writes the bytes and returns whether any were written; unwritten bytes become `#rest`. */
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
