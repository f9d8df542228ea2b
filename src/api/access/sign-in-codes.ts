import { hash, randomBytes } from 'node:crypto';

/** Lifetime of a code, in milliseconds. */
export const codeLastsMs = 5 * 60_000;

interface Waiting {
  keyId: string;
  /** Expiry time, in milliseconds of `performance.now`. */
  until: number;
}

/**
 * One-time codes that sign in in place of a key. Only this process knows them, by their hashes; an unused code expires
 * within minutes.
 */
export class SignInCodes {
  readonly #lastsMs: number;
  readonly #waiting = new Map<string, Waiting>();

  constructor(lastsMs = codeLastsMs) {
    this.#lastsMs = lastsMs;
  }

  /** Returns a new one-time code for the key. */
  issue(keyId: string): string {
    const code = randomBytes(24).toString('base64url');
    this.#waiting.set(hashOf(code), { keyId, until: performance.now() + this.#lastsMs });
    return code;
  }

  /**
   * Returns the result of `use` for the code's key; null for an unknown, used or expired code. If `use` throws, the
   * code stays valid.
   */
  async redeem<T>(code: string, use: (keyId: string) => Promise<T>): Promise<T | null> {
    const hash = hashOf(code);
    const found = this.#waiting.get(hash);
    // Before the first await, so that of two concurrent calls only one succeeds.
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
