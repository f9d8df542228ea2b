import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';

/**
 * The file that a signed URL refers to. For W&B's client: a file to upload, a stored file, or the manifest of an
 * artifact version. For Tinker's client: a file of saved weights.
 */
export interface FilePlace {
  kind: 'upload' | 'file' | 'manifest' | 'weights';
  /** Owner who requested the URL. */
  owner: string;
  /** Id of the upload, the artifact or the checkpoint. */
  id: string;
  /** File name; empty for a manifest. */
  name: string;
}

const DOWNLOAD_MS = 3_600_000;
const UPLOAD_MS = 24 * DOWNLOAD_MS;

/** Signed, expiring URLs that need no API key; each gives access to one file of one owner. */
export class FileUrls {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, now: () => number = Date.now) {
    this.#secret = secret;
    this.#now = now;
  }

  /** Returns the URL, under `origin`, the one the client uses. */
  address(origin: string, place: FilePlace): string {
    return this.expiringAddress(origin, place).url;
  }

  /** Returns the URL and its expiry time, in milliseconds since 1970. */
  expiringAddress(origin: string, place: FilePlace): { url: string; expires: number } {
    const expires = this.#now() + (place.kind === 'upload' ? UPLOAD_MS : DOWNLOAD_MS);
    const told = Buffer.from(JSON.stringify({ ...place, expires })).toString('base64url');
    const files = place.kind === 'weights' ? 'tinker/api/v1/files' : 'wandb/files';
    return { url: `${origin}/${files}/${told}.${this.#sign(told).toString('base64url')}`, expires };
  }

  /** Verifies and decodes a URL. Throws `not_found` if this server did not sign it, or if it has expired. */
  read(address: string): FilePlace {
    const [told, signature] = address.split('.', 2);
    const given = Buffer.from(signature ?? '', 'base64url');
    const own = this.#sign(told);
    if (given.length !== own.length || !timingSafeEqual(given, own)) {
      throw new ApiError('not_found', 'address: this server did not issue this address.', { param: 'address' });
    }
    const { expires, ...place } = JSON.parse(Buffer.from(told, 'base64url').toString()) as FilePlace & {
      expires: number;
    };
    if (expires >= this.#now()) return place;
    const message = 'address: this address has expired; request a new one.';
    throw new ApiError('not_found', message, { param: 'address' });
  }

  #sign(told: string): Buffer {
    return createHmac('sha256', this.#secret).update(told).digest();
  }
}
