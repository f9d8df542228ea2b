import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can cut connections to a server. */
export interface CuttingProxy {
  endpoint: string;
  /** Number of bytes from a client after which its connection is cut; null cuts none. */
  cutAfter: number | null;
  /** Number of connections cut so far. */
  cuts: number;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let sent = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          // Bytes already in transit still arrive.
          client.destroySoon();
          upstream.destroySoon();
        });
    }
    client.on('data', (chunk) => {
      const room = proxy.cutAfter === null ? chunk.length : proxy.cutAfter - sent;
      sent += chunk.length;
      if (room >= chunk.length) return void (upstream.writable && upstream.write(chunk));
      proxy.cuts++;
      // Bytes up to the cut still arrive.
      upstream.end(chunk.subarray(0, Math.max(0, room)));
      client.destroy();
    });
    upstream.on('data', (chunk) => void (client.writable && client.write(chunk)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: null,
    cuts: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
