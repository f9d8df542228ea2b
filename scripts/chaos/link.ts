import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Cable } from './network-namespace.ts';

/**
 * TCP proxy to an engine, whose link can fail like an unplugged cable: neither side is notified, and no data arrives.
 */
export class Link {
  readonly #server: Server;
  readonly #target: URL;
  /** Cable that `down` unplugs; without a cable, data waits in the proxy. */
  readonly #cable: Cable | null;
  readonly #sockets = new Set<Socket>();
  #isDown = false;

  private constructor(target: string, cable: Cable | null) {
    this.#target = new URL(target);
    this.#cable = cable;
    this.#server = createServer((client) => this.#join(client));
  }

  /** Listens on the cable's outer address if there is a cable, for processes in its namespace. */
  static async to(target: string, cable: Cable | null = null): Promise<Link> {
    const link = new Link(target, cable);
    link.#server.listen(0, cable?.outer ?? '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** Returns the target's URL through the link. */
  get url(): string {
    const url = new URL(this.#target);
    const { address, port } = this.#server.address() as AddressInfo;
    url.host = `${address}:${port}`;
    return url.href.replace(/\/$/, '');
  }

  async down(): Promise<void> {
    if (this.#cable !== null) return this.#cable.unplug();
    this.#isDown = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Brings the link up; waiting data arrives. */
  async up(): Promise<void> {
    if (this.#cable !== null) return this.#cable.plug();
    this.#isDown = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      this.#sockets.add(socket);
      if (this.#isDown) socket.pause();
      socket.on('data', (chunk) => other.writable && other.write(chunk));
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroySoon();
      });
    }
  }
}
