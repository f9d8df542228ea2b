import { hash, randomBytes } from 'node:crypto';

/** How long a code may wait to be used. */
export const codeLastsMs = 5 * 60_000;

interface Waiting {
  keyId: string;
  /** Milliseconds, of `performance.now`. */
  until: number;
}

/**
 * Codes that sign in once, in place of a key. Only this process knows of them, by their hashes; one that is not used
 * within minutes is of no use any more.
 */
export class SignInCodes {
  readonly #lastsMs: number;
  readonly #waiting = new Map<string, Waiting>();

  constructor(lastsMs = codeLastsMs) {
    this.#lastsMs = lastsMs;
  }

  /** A new code that stands for the key once. */
  issue(keyId: string): string {
    const code = randomBytes(24).toString('base64url');
    this.#waiting.set(hashOf(code), { keyId, until: performance.now() + this.#lastsMs });
    return code;
  }

  /**
   * What `use` makes of the key that the code stands for; null for a code that is unknown, used or too old. A `use`
   * that throws leaves the code as it was.
   */
  async redeem<T>(code: string, use: (keyId: string) => Promise<T>): Promise<T | null> {
    const hash = hashOf(code);
    const found = this.#waiting.get(hash);
    // Before anything is awaited, so that of two who use it together one does.
    this.#waiting.delete(hash);
    if (found === undefined || performance.now() > found.until) return null;
    try {
      return await use(found.keyId);
    } catch (error) {
      this.#waiting.set(hash, found);
      throw error;
    }
  }
}

function hashOf(code: string): string {
  return hash('sha256', code, 'hex');
}
