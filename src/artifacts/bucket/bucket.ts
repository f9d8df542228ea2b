import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { BucketError } from './bucket-error.ts';

/** Where a bucket is. Credentials come from the usual places of AWS: variables, profiles, the machine's own role. */
export interface BucketAddress {
  /** `http(s)://host:port`; null is AWS's own, for the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const connectMs = 5_000;
/** How long a server may say nothing. */
const silenceMs = 30_000;
/** How often one request is tried. */
const tries = 3;

/** One bucket of an S3 server: the few requests that we make. They reject with `BucketError`. */
export class Bucket {
  readonly address: BucketAddress;
  readonly #sdk: Sdk;
  readonly #client: S3Client;

  private constructor(address: BucketAddress, sdk: Sdk, client: S3Client) {
    this.address = address;
    this.#sdk = sdk;
    this.#client = client;
  }

  /** Nothing is asked of the server yet. */
  static async open(address: BucketAddress): Promise<Bucket> {
    // Whoever has no bucket does without the time and the memory that this takes.
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region: address.region,
      // Servers of one's own seldom have a name for each bucket.
      ...(address.endpoint === null ? {} : { endpoint: address.endpoint, forcePathStyle: true }),
      maxAttempts: tries,
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      // Each body is signed with its SHA-256, and each that is read is compared with its manifest.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    client.middlewareStack.add(signedBody, { step: 'build', name: 'signedBody' });
    return new Bucket(address, sdk, client);
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await told(this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#at(key), Body: body })));
  }

  /** An aborted `signal`, or destroying the stream, ends it. */
  async get(key: string, signal?: AbortSignal): Promise<Readable> {
    const { Body } = await told(
      this.#client.send(new this.#sdk.GetObjectCommand(this.#at(key)), { abortSignal: signal }),
    );
    return Body as Readable;
  }

  /** Where anyone can fetch an object for so long: nothing is asked of the server. */
  async signedAddress(key: string, seconds: number): Promise<string> {
    const { SignatureV4 } = await import('@smithy/signature-v4');
    const { config } = this.#client;
    const { credentials, region, sha256 } = config;
    const signer = new SignatureV4({ credentials, region, sha256, service: 's3', uriEscapePath: false });
    const url = this.#urlOf(key);
    const request = { method: 'GET', protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {} };
    const port = url.port === '' ? undefined : Number(url.port);
    const hash = 'x-amz-content-sha256';
    const headers = { host: url.host, [hash]: 'UNSIGNED-PAYLOAD' };
    // The one header is what S3 takes for the hash of nothing; whoever asks does not send it.
    const options = { expiresIn: seconds, unsignableHeaders: new Set([hash]), unhoistableHeaders: new Set([hash]) };
    const signed = await signer.presign({ ...request, port, headers }, options);
    for (const [name, value] of Object.entries(signed.query ?? {})) url.searchParams.set(name, String(value));
    return url.href;
  }

  /** One that is not there is deleted already. */
  async delete(key: string): Promise<void> {
    await told(this.#client.send(new this.#sdk.DeleteObjectCommand(this.#at(key))));
  }

  /** The keys that begin so, in pages. */
  async *keys(prefix: string): AsyncGenerator<string[], void, void> {
    for (let token: string | undefined; ; ) {
      const place = { Bucket: this.address.bucket, Prefix: prefix, ContinuationToken: token };
      const page: ListObjectsV2CommandOutput = await told(this.#client.send(new this.#sdk.ListObjectsV2Command(place)));
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      token = page.NextContinuationToken;
      if (!page.IsTruncated || token === undefined) return;
    }
  }

  /** Begins an upload in parts; gives back its id. */
  async beginParts(key: string): Promise<string> {
    const { UploadId } = await told(this.#client.send(new this.#sdk.CreateMultipartUploadCommand(this.#at(key))));
    if (UploadId === undefined) throw new Error('the object store gave an upload no id');
    return UploadId;
  }

  /** Parts count from 1. Gives back what `completeParts` needs. */
  async putPart(key: string, upload: string, part: number, body: Uint8Array): Promise<string> {
    const place = { ...this.#at(key), UploadId: upload, PartNumber: part };
    const { ETag } = await told(this.#client.send(new this.#sdk.UploadPartCommand({ ...place, Body: body })));
    return ETag ?? '';
  }

  /** The object is there from now on. `tags`: those of all parts, in order. */
  async completeParts(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, i) => ({ ETag, PartNumber: i + 1 }));
    const place = { ...this.#at(key), UploadId: upload };
    await told(
      this.#client.send(new this.#sdk.CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts } })),
    );
  }

  async abortParts(key: string, upload: string): Promise<void> {
    await told(this.#client.send(new this.#sdk.AbortMultipartUploadCommand({ ...this.#at(key), UploadId: upload })));
  }

  /** Uploads in parts that were begun before the time and have not ended. */
  async *openParts(prefix: string, before: Date): AsyncGenerator<{ key: string; upload: string }, void, void> {
    let from: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const place = { Bucket: this.address.bucket, Prefix: prefix, ...from };
      const page: ListMultipartUploadsCommandOutput = await told(
        this.#client.send(new this.#sdk.ListMultipartUploadsCommand(place)),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key && UploadId && Initiated && Initiated < before) yield { key: Key, upload: UploadId };
      }
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return;
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #urlOf(key: string): URL {
    const { endpoint, bucket, region } = this.address;
    const path = key.split('/').map(encodeURIComponent).join('/');
    if (endpoint !== null) return new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${path}`);
    const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
    // A certificate stands for one name before the host, which has no dots.
    return new URL(bucket.includes('.') ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`);
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.address.bucket, Key: key };
  }
}

/** What a server answers may hold the key and the signature of the request: no more is kept of it than is told. */
function told<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw BucketError.of(error);
  });
}

/** Less of the SDK's types than it has: what is read of a request here. */
interface Sent {
  request: unknown;
}

/**
 * Signs the SHA-256 of every body, over HTTPS too, where the SDK may leave it out: without it a server keeps what
 * arrived of an upload that was cut.
 */
function signedBody<Args extends object, Out>(next: (args: Args) => Promise<Out>): (args: Args) => Promise<Out> {
  return (args) => {
    const { request } = args as Sent;
    const { body, headers } = request as { body?: unknown; headers: Record<string, string> };
    if (body instanceof Uint8Array) headers['x-amz-content-sha256'] = createHash('sha256').update(body).digest('hex');
    return next(args);
  };
}
