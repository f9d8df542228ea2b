import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { BucketError } from './bucket-error.ts';

/** Address of a bucket. Credentials come from the usual sources of AWS: variables, profiles, the machine's own role. */
export interface BucketAddress {
  /** `http(s)://host:port`; null is AWS's own endpoint for the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const connectMs = 5_000;
/** Longest silence of a server. */
const silenceMs = 30_000;
/** Most attempts at one request. */
const tries = 3;

/** One bucket of an S3 server, with the few requests that are needed. They reject with `BucketError`. */
export class Bucket {
  readonly address: BucketAddress;
  readonly #sdk: Sdk;
  readonly #client: S3Client;

  private constructor(address: BucketAddress, sdk: Sdk, client: S3Client) {
    this.address = address;
    this.#sdk = sdk;
    this.#client = client;
  }

  /** Creates a client without sending a request. */
  static async open(address: BucketAddress): Promise<Bucket> {
    // Imported on demand, since it takes time and memory that a server without a bucket can save.
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region: address.region,
      // Self-hosted servers seldom have a host name for each bucket.
      ...(address.endpoint === null ? {} : { endpoint: address.endpoint, forcePathStyle: true }),
      maxAttempts: tries,
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      // The SDK's own checksums are not needed: each body is signed with its SHA-256, and each download is compared
      // with its manifest.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    client.middlewareStack.add(signedBody, { step: 'build', name: 'signedBody' });
    return new Bucket(address, sdk, client);
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await told(this.#client.send(new this.#sdk.PutObjectCommand({ ...this.#at(key), Body: body })));
  }

  /** Starts a download. An aborted `signal`, or destroying the stream, ends it. */
  async get(key: string, signal?: AbortSignal): Promise<Readable> {
    const { Body } = await told(
      this.#client.send(new this.#sdk.GetObjectCommand(this.#at(key)), { abortSignal: signal }),
    );
    return Body as Readable;
  }

  /** Returns a URL that serves an object to anyone for some `seconds`. Sends no request. */
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
    // S3 takes the value of this header as the hash of the body; the client does not send the header.
    const options = { expiresIn: seconds, unsignableHeaders: new Set([hash]), unhoistableHeaders: new Set([hash]) };
    const signed = await signer.presign({ ...request, port, headers }, options);
    for (const [name, value] of Object.entries(signed.query ?? {})) url.searchParams.set(name, String(value));
    return url.href;
  }

  /** Deletes an object; does nothing if there is none. */
  async delete(key: string): Promise<void> {
    await told(this.#client.send(new this.#sdk.DeleteObjectCommand(this.#at(key))));
  }

  /** Yields the keys with this prefix, in pages. */
  async *keys(prefix: string): AsyncGenerator<string[], void, void> {
    for (let token: string | undefined; ; ) {
      const place = { Bucket: this.address.bucket, Prefix: prefix, ContinuationToken: token };
      const page: ListObjectsV2CommandOutput = await told(this.#client.send(new this.#sdk.ListObjectsV2Command(place)));
      yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      token = page.NextContinuationToken;
      if (!page.IsTruncated || token === undefined) return;
    }
  }

  /** Begins a multipart upload; returns its id. */
  async beginParts(key: string): Promise<string> {
    const { UploadId } = await told(this.#client.send(new this.#sdk.CreateMultipartUploadCommand(this.#at(key))));
    if (UploadId === undefined) throw new Error('the object store returned no id for an upload');
    return UploadId;
  }

  /** Uploads a part; parts count from 1. Returns the ETag that `completeParts` needs. */
  async putPart(key: string, upload: string, part: number, body: Uint8Array): Promise<string> {
    const place = { ...this.#at(key), UploadId: upload, PartNumber: part };
    const { ETag } = await told(this.#client.send(new this.#sdk.UploadPartCommand({ ...place, Body: body })));
    return ETag ?? '';
  }

  /** Completes a multipart upload; the object exists from then on. `tags`: the ETags of all parts, in order. */
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

  /** Yields multipart uploads that began before the given time and have not ended. */
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
    // A wildcard certificate covers one label before the host, so a bucket name with dots goes into the path.
    return new URL(bucket.includes('.') ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`);
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.address.bucket, Key: key };
  }
}

/**
 * Rejects with a `BucketError`, which keeps only part of the error: what a server answers may contain the key and the
 * signature of the request.
 */
function told<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) => {
    throw BucketError.of(error);
  });
}

/** The part of the SDK's middleware arguments that is read here. */
interface Sent {
  request: unknown;
}

/**
 * Signs the SHA-256 of every body, over HTTPS too, where the SDK may omit it. Without it, a server keeps what arrived
 * of an interrupted upload.
 */
function signedBody<Args extends object, Out>(next: (args: Args) => Promise<Out>): (args: Args) => Promise<Out> {
  return (args) => {
    const { request } = args as Sent;
    const { body, headers } = request as { body?: unknown; headers: Record<string, string> };
    if (body instanceof Uint8Array) headers['x-amz-content-sha256'] = createHash('sha256').update(body).digest('hex');
    return next(args);
  };
}
