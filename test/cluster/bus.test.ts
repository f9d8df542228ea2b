import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { Bus } from '../../src/cluster/bus.ts';
import { MESSAGE_PART_BYTES, PartialMessages, partsOf } from '../../src/cluster/message-parts.ts';
import { uniform } from '../reference/random.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
let [one, other]: Bus[] = [];
beforeAll(async () => {
  nats = await startNats();
  [one, other] = await Promise.all([1, 2].map(() => Bus.connect({ url: nats.url, name: 'test' })));
});
afterAll(async () => {
  await Promise.all([one, other].map((bus) => bus?.close()));
  await nats.stop();
});

/** A value as calls have: with typed arrays, big integers and undefined. */
const value = {
  ids: Uint32Array.from({ length: 70_000 }, (_, i) => i),
  seed: -(2n ** 62n),
  none: undefined,
  nothing: null,
  infinite: Number.NEGATIVE_INFINITY,
};

describe('the bus', () => {
  it('delivers large and small values unchanged and in order', async () => {
    const large = { ...value, ids: Uint32Array.from({ length: 1_000_000 }, (_, i) => i * 7) };
    const heard: unknown[] = [];
    const end = other.subscribe('test.large', (message) => heard.push(message.value));
    await other.request('test.none', 1, 1_000).catch(() => {});
    for (const sent of [value, large, 'small', large]) one.publish('test.large', sent);
    await expect.poll(() => heard.length).toBe(4);
    expect(heard).toEqual([value, large, 'small', large]);
    end();
  });

  it('answers requests, also large ones, and fails without a responder or an answer', async () => {
    const end = other.subscribe('test.ask', ({ value: asked, answer }) => answer?.((asked as Uint8Array).length));
    await other.request('test.none', 1, 1_000).catch(() => {});
    expect(await one.request('test.ask', new Uint8Array(3_000_000), 5_000)).toBe(3_000_000);
    end();
    await other.request('test.none', 1, 1_000).catch(() => {});
    await expect(one.request('test.ask', 1, 5_000)).rejects.toMatchObject({ code: 'no_responders' });
    const silent = other.subscribe('test.silent', () => {});
    await other.request('test.none', 1, 1_000).catch(() => {});
    await expect(one.request('test.silent', 1, 100)).rejects.toMatchObject({ code: 'timeout' });
    silent();
  });

  it('reports an unreachable server in one line without the password', async () => {
    const failed = Bus.connect({ url: 'nats://me:secret@127.0.0.1:1', name: 'test' });
    await expect(failed).rejects.toMatchObject({ code: 'unavailable' });
    await expect(failed).rejects.toThrow(/^NATS at nats:\/\/127\.0\.0\.1:1 does not answer: (?!.*secret)/);
  });

  it('reports a too old server in one line', async () => {
    // Behaves like a server of that version.
    const old = createServer((socket) => {
      socket.write('INFO {"server_id":"old","version":"2.1.9","max_payload":1048576,"proto":1}\r\n');
      socket.on('data', (said) => said.includes('PING\r\n') && socket.write('PONG\r\n'));
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = old.address() as AddressInfo;
    const failed = Bus.connect({ url: `nats://127.0.0.1:${port}`, name: 'test' });
    await expect(failed).rejects.toThrow(/is of version 2\.1\.9, which has no headers; 2\.2 or newer is required$/);
    await new Promise((resolve) => old.close(resolve));
  });

  it('measures how long it has been connected', async () => {
    const own = await startNats();
    const bus = await Bus.connect({ url: own.url, name: 'test' });
    await expect.poll(() => bus.connectedMs).toBeGreaterThan(100);
    await own.stop();
    await expect.poll(() => bus.connectedMs).toBe(0);
    const next = await startNats({ port: own.port });
    await expect.poll(() => bus.connectedMs).toBeGreaterThan(0);
    expect(bus.connectedMs).toBeLessThan(2_000);
    await bus.close();
    await next.stop();
  });
});

describe('the parts of a message', () => {
  let ids = 0;
  const newId = () => Buffer.from((ids++).toString().padStart(16, '0'));
  const random = uniform(3);
  const payload = (bytes: number) => Uint8Array.from({ length: bytes }, () => random() * 256);

  it('are assembled, also when the parts of two messages alternate', () => {
    const [a, b] = [payload(3 * MESSAGE_PART_BYTES + 5), payload(2 * MESSAGE_PART_BYTES)];
    const [ofA, ofB] = [partsOf(a, newId), partsOf(b, newId)];
    expect([ofA.length, ofB.length]).toEqual([4, 2]);
    const partial = new PartialMessages();
    expect([ofA[0], ofB[0], ofA[1]].map((part) => partial.add(part))).toEqual([null, null, null]);
    expect(Buffer.from(partial.add(ofB[1])!).equals(b)).toBe(true);
    expect(partial.add(ofA[2])).toBeNull();
    expect(Buffer.from(partial.add(ofA[3])!).equals(a)).toBe(true);
  });

  it('are dropped if one is missing, duplicated or too late', () => {
    const parts = partsOf(payload(3 * MESSAGE_PART_BYTES), newId);
    const add = (...some: [part: number, at: number][]) => {
      const partial = new PartialMessages();
      return some.map(([part, at]) => partial.add(parts[part], at)).at(-1);
    };
    expect(add([0, 0], [2, 0])).toBeNull();
    expect(add([0, 0], [0, 0], [1, 0], [2, 0])).toBeNull();
    expect(add([0, 0], [1, 29_000], [2, 60_000])).toBeNull();
    expect(add([0, 0], [1, 29_000], [2, 58_000])).not.toBeNull();
    expect(add([1, 0], [2, 0])).toBeNull();
  });
});
