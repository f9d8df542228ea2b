import { ApiError } from '../errors/api-error.ts';

/** The slowest that a body may come, in bytes a second. */
const slowest = 1_024;

/** Tells of a body that hardly comes. It looks once in `windowMs`, at what came since. */
export class BodyPace {
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(windowMs: number, onSlow: (error: ApiError) => void) {
    this.#timer = setInterval(() => {
      if (this.#bytes < (slowest * windowMs) / 1000) onSlow(tooSlow(windowMs));
      this.#bytes = 0;
    }, windowMs);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function tooSlow(windowMs: number): ApiError {
  const seconds = windowMs / 1000;
  return new ApiError('request_timeout', `The body came slower than ${slowest} bytes a second for ${seconds} s.`);
}
