import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP connection to an engine that can go down as a cable does: nobody is told, nothing arrives any more. */
export class Link {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #isDown = false;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#join(client));
  }

  static async to(target: string): Promise<Link> {
    const link = new Link(target);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** The target's address, by way of the link. */
  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href.replace(/\/$/, '');
  }

  down(): void {
    this.#isDown = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What waited arrives. */
  up(): void {
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
