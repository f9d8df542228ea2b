/** Stream that progress is written to, such as standard error. */
interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;

/**
 * Shows download progress: a bar on a terminal, else a line at the start, every ten seconds and at the end.
 */
export class DownloadProgress {
  #output: ProgressOutput;
  #now: () => number;

  constructor(output: ProgressOutput, now: () => number = Date.now) {
    this.#output = output;
    this.#now = now;
  }

  /** Writes a line; on a terminal it replaces the bar. */
  line(text: string): void {
    this.#output.write(this.#output.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
  }

  /** Starts a download of `total` bytes. Call `at` with the bytes received so far, and `done` at the end. */
  file(name: string, total: number): { at(bytes: number): void; done(): void } {
    const terminal = this.#output.isTTY === true;
    const begun = this.#now();
    let shown = terminal ? Number.NEGATIVE_INFINITY : begun;
    if (!terminal) this.line(`downloading ${name} (${megabytes(total)})`);
    return {
      at: (bytes) => {
        const now = this.#now();
        if (now - shown < (terminal ? REDRAW_MS : LINE_MS)) return;
        shown = now;
        if (terminal) this.#output.write(`\r\x1b[K${this.#bar(name, bytes, total, now - begun)}`);
        else this.line(`${name}: ${percent(bytes, total)} of ${megabytes(total)}`);
      },
      done: () =>
        this.line(`downloaded ${name} (${megabytes(total)} in ${((this.#now() - begun) / 1000).toFixed(1)} s)`),
    };
  }

  #bar(name: string, bytes: number, total: number, elapsedMs: number): string {
    const speed = elapsedMs > 0 ? `${megabytes((bytes / elapsedMs) * 1000)}/s` : '';
    const text = `${name} ${percent(bytes, total)} of ${megabytes(total)} ${speed}`;
    const width = Math.max(0, Math.min(30, (this.#output.columns ?? 80) - text.length - 4));
    const filled = total === 0 ? width : Math.round((width * bytes) / total);
    return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${text}`;
  }
}

function percent(bytes: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * bytes) / total)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
