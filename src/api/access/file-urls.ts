import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';

/**
 * What an address is of: for W&B's client a file that is to come, one that is there, or the manifest of a version; for
 * Tinker's a file of saved weights.
 */
export interface FilePlace {
  kind: 'upload' | 'file' | 'manifest' | 'weights';
  /** Who asked for the address. */
  owner: string;
  /** The id of the upload, the artifact or the checkpoint. */
  id: string;
  /** That of the file; empty for a manifest. */
  name: string;
}

const DOWNLOAD_MS = 3_600_000;
const UPLOAD_MS = 24 * DOWNLOAD_MS;

/** Addresses of files that need no key: each is of one file of one owner, signed, and good for a while. */
export class FileUrls {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** Behind `origin`, which is that of the client. */
  address(origin: string, place: FilePlace): string {
    return this.expiringAddress(origin, place).url;
  }

  /** The same, and the milliseconds since 1970 until which it is good. */
  expiringAddress(origin: string, place: FilePlace): { url: string; expires: number } {
    const expires = this.#now() + (place.kind === 'upload' ? UPLOAD_MS : DOWNLOAD_MS);
    const told = Buffer.from(JSON.stringify({ ...place, expires })).toString('base64url');
    const files = place.kind === 'weights' ? 'tinker/api/v1/files' : 'wandb/files';
    return { url: `${origin}/${files}/${told}.${this.#sign(told).toString('base64url')}`, expires };
  }

  /** Throws `not_found` for an address that this server did not make, or whose time is over. */
  read(address: string): FilePlace {
    const [told, signature] = address.split('.', 2);
    const given = Buffer.from(signature ?? '', 'base64url');
    const own = this.#sign(told);
    if (given.length !== own.length || !timingSafeEqual(given, own)) {
      throw new ApiError('not_found', 'address: this address is none that the server made.', { param: 'address' });
    }
    const { expires, ...place } = JSON.parse(Buffer.from(told, 'base64url').toString()) as FilePlace & {
      expires: number;
    };
    if (expires >= this.#now()) return place;
    const message = 'address: the time of this address is over; ask for another.';
    throw new ApiError('not_found', message, { param: 'address' });
  }

  #sign(told: string): Buffer {
    return createHmac('sha256', this.#secret).update(told).digest();
  }
}
