import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import {
  connect,
  credsAuthenticator,
  type Msg,
  type NatsConnection,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { PartialMessages, partsOf } from './message-parts.ts';

/** Paths of TLS and credential files for the bus; null where not used. */
export interface BusFiles {
  /** CA certificates for the bus's certificate, as PEM; null uses Node's. */
  ca: string | null;
  /** Client certificate and key of this server, as PEM. */
  cert: string | null;
  key: string | null;
  /** JWT and seed of a user, as `nsc` writes them. */
  creds: string | null;
}

export interface BusOptions {
  /** One or more URLs, separated by commas: `nats://host:4222`, `tls://user:password@host`. */
  url: string;
  /** Name of the connection, shown to the operator of the NATS server. */
  name: string;
  files?: BusFiles;
}

/** A received message, with a function to answer it if the sender expects an answer. */
export interface BusMessage {
  value: unknown;
  answer: ((value: unknown) => void) | null;
}

/** Error of the bus: `no_responders`, `timeout` or `unavailable`. */
export class BusError extends Error {
  override name = 'BusError';
  readonly code: 'no_responders' | 'timeout' | 'unavailable';

  constructor(code: BusError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Messages between the processes of a cluster, over NATS. Delivery is at most once, in order from one sender to one
 * receiver. A message has at most 256 MiB (`MAX_PARTIAL_BYTES`), an answer 512 KiB (`PART_BYTES`). Values are
 * structured clones, as between a process and its child, so all clients of the bus must trust each other.
 */
export class Bus {
  readonly #nats: NatsConnection;
  #isClosed = false;
  #isConnected = true;
  /** When the connection was last made or lost, by the monotonic clock, in ms. */
  #changedAt = performance.now();

  private constructor(nats: NatsConnection) {
    this.#nats = nats;
    void this.#watch();
  }

  /** Connects. Rejects with `BusError` if no server answers. A connection lost later is retried for ever. */
  static async connect({ url, name, files }: BusOptions): Promise<Bus> {
    const addresses = url.split(',').map((part) => new URL(part.trim()));
    const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
    try {
      const reconnect = { maxReconnectAttempts: -1, reconnectTimeWait: 250, reconnectJitter: 100 };
      const pings = { pingInterval: 5_000, maxPingOut: 2 };
      const nats = await connect({ servers, name, ...reconnect, ...pings, ...credentials(addresses, files) });
      await requireHeaders(nats, withoutSecrets(url));
      return new Bus(nats);
    } catch (error) {
      if (error instanceof BusError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new BusError('unavailable', `NATS at ${withoutSecrets(url)} does not answer: ${why}`, { cause: error });
    }
  }

  /** Milliseconds since the connection was made; 0 while it is lost. */
  get connectedMs(): number {
    return this.#isConnected ? performance.now() - this.#changedAt : 0;
  }

  /** Milliseconds since the connection was lost; 0 while it is up. */
  get lostMs(): number {
    return this.#isConnected ? 0 : performance.now() - this.#changedAt;
  }

  /** Sends a message. It is lost if nobody subscribes, or while the connection is down. */
  publish(subject: string, value: unknown): void {
    if (this.#isClosed) return;
    for (const part of partsOf(serialize(value), newMessageId)) this.#nats.publish(subject, part);
  }

  /** Subscribes to a subject. Returns a function that unsubscribes. */
  subscribe(subject: string, onMessage: (message: BusMessage) => void): () => void {
    const partial = new PartialMessages();
    const subscription = this.#nats.subscribe(subject, {
      callback: (error, message) => {
        const whole = error === null ? partial.add(message.data) : null;
        if (whole !== null) onMessage({ value: deserialize(whole), answer: answerOf(message) });
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Sends a request and returns the subscriber's answer. Rejects with `BusError`. */
  async request(subject: string, value: unknown, timeoutMs: number): Promise<unknown> {
    const parts = partsOf(serialize(value), newMessageId);
    try {
      for (const part of parts.slice(0, -1)) this.#nats.publish(subject, part);
      const { data } = await this.#nats.request(subject, parts[parts.length - 1], { timeout: timeoutMs });
      const whole = new PartialMessages().add(data);
      if (whole === null) throw new Error('the answer is larger than one message');
      return deserialize(whole);
    } catch (error) {
      throw asBusError(error, subject);
    }
  }

  /** Sends pending messages, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#change(false);
    if (!this.#nats.isClosed()) await this.#nats.drain().catch(() => this.#nats.close());
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#nats.status()) {
      if (type === 'disconnect' || type === 'close') this.#change(false);
      if (type === 'reconnect') this.#change(true);
    }
  }

  #change(isConnected: boolean): void {
    if (this.#isConnected !== isConnected) this.#changedAt = performance.now();
    this.#isConnected = isConnected;
  }
}

/**
 * Throws if NATS lacks headers. With them it reports at once that a subject has no subscribers; without them each call
 * to a dead worker would run into its timeout.
 */
async function requireHeaders(nats: NatsConnection, url: string): Promise<void> {
  const { headers, version } = nats.info ?? {};
  if (headers === true) return;
  await nats.close();
  throw new BusError(
    'unavailable',
    `NATS at ${url} is of version ${version}, which has no headers; 2.2 or newer is required`,
  );
}

/** Returns connection options from the URLs, whose users the NATS client ignores, and from the files. */
function credentials(addresses: URL[], files: BusFiles | undefined) {
  const { ca, cert, key, creds } = files ?? { ca: null, cert: null, key: null, creds: null };
  const isTls = ca !== null || cert !== null || addresses.some(({ protocol }) => protocol === 'tls:');
  const user = addresses.find(({ username }) => username !== '');
  const [name, password] = [user?.username, user?.password].map((part) => part && decodeURIComponent(part));
  return {
    ...(name === undefined ? {} : { user: name, pass: password }),
    ...(isTls ? { tls: { caFile: ca ?? undefined, certFile: cert ?? undefined, keyFile: key ?? undefined } } : {}),
    ...(creds === null ? {} : { authenticator: credsAuthenticator(readFileSync(creds)) }),
  };
}

function answerOf(message: Msg): BusMessage['answer'] {
  if (message.reply === undefined || message.reply === '') return null;
  return (value) => {
    const [part, ...more] = partsOf(serialize(value), newMessageId);
    if (more.length > 0) throw new RangeError('an answer must fit into one message');
    message.respond(part);
  };
}

function newMessageId(): Buffer {
  return randomBytes(16);
}

function asBusError(error: unknown, subject: string): BusError {
  if (error instanceof RequestError && error.isNoResponders()) {
    return new BusError('no_responders', `there are no subscribers on ${subject}`, { cause: error });
  }
  if (error instanceof TimeoutError) return new BusError('timeout', `no answer on ${subject}`, { cause: error });
  const why = error instanceof Error ? error.message : String(error);
  return new BusError('unavailable', `NATS cannot be used: ${why}`, { cause: error });
}

/** Removes users and passwords from URLs. */
function withoutSecrets(url: string): string {
  return url.replaceAll(/\/\/[^@/,]*@/g, '//');
}
