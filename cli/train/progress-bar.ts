import type { Context } from '../context.ts';
import { columnsOf, cut } from '../output/printable.ts';

const cells = 24;

/** A progress bar with the remaining time in the last line of a terminal; elsewhere nothing. */
export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;
  /** Whether a terminal shows the bar. */
  readonly isShown: boolean;
  #begin = performance.now();
  #first = 0;

  constructor(stream: NodeJS.WriteStream, { env, json }: Context) {
    this.#stream = stream;
    this.isShown = stream.isTTY === true && env.TERM !== 'dumb' && !json;
  }

  /** Shows `done` of `total`. The remaining time is measured from the first report of the total. */
  show(done: number, total: number, words: string): void {
    if (!this.isShown) return;
    if (total === 0 || done === 0) {
      this.#begin = performance.now();
      this.#first = done;
    }
    const filled = total === 0 ? 0 : Math.min(cells, Math.floor((cells * done) / total));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(cells - filled)}`;
    const counts = total === 0 ? '' : ` ${done}/${total}`;
    const line = `${bar}${counts}${this.#left(done, total)}  ${words}`;
    const width = this.#stream.columns || 80; // a terminal without a size has 0
    this.#stream.write(`\r\u001b[2K${columnsOf(line) < width ? line : cut(line, width - 1)}`);
  }

  clear(): void {
    if (this.isShown) this.#stream.write('\r\u001b[2K');
  }

  #left(done: number, total: number): string {
    if (done <= this.#first || done >= total) return '';
    const each = (performance.now() - this.#begin) / (done - this.#first);
    return `  ${durationText((each * (total - done)) / 1000)} left`;
  }
}

/** Formats a duration: `1 h 02 min`, `3 min 20 s`, `7 s`. */
function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}
