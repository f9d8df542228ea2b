import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { Bus } from '../../src/cluster/bus.ts';
import { subjects } from '../../src/cluster/worker-heartbeat.ts';
import { WorkerPool } from '../../src/cluster/worker-pool.ts';
import { ScriptedWorker, scriptedAnswer, scriptedRequest } from './scripted-worker.ts';

/** Returns the path of a certificate or key: of a test CA, or of `localhost` signed by it, valid until 2126. */
const pem = (name: string) => join(import.meta.dirname, 'tls', name);
const passwords = { NATS_API_PASSWORD: 'one', NATS_WORKER_PASSWORD: 'two', NATS_PASSWORD: 'three' };
const files = { ca: pem('ca.pem'), cert: null, key: null, creds: null };

let folder: string;
let nats: Awaited<ReturnType<typeof startNats>>;
const buses: Bus[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-nats-'));
  const config = join(folder, 'nats.conf');
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/nats.conf'), 'utf8');
  const tls = `tls { cert_file: "${pem('server.pem')}", key_file: "${pem('server.key')}" }\n`;
  await writeFile(config, tls + shipped.replace('port: 4222\n', ''));
  nats = await startNats({ args: ['--config', config], env: passwords });
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nats?.stop();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = (credentials: string) => `tls://${credentials}@localhost:${nats.port}`;

async function connect(user: 'api' | 'worker' | 'daybreak'): Promise<Bus> {
  const password = { api: 'one', worker: 'two', daybreak: 'three' }[user];
  const bus = await Bus.connect({ url: addressOf(`${user}:${password}`), name: user, files });
  buses.push(bus);
  return bus;
}

describe('a bus with TLS and a credential for each role', () => {
  it('lets an API replica and a worker answer a chat', async () => {
    const worker = new ScriptedWorker(await connect('worker'));
    const pool = new WorkerPool(await connect('api'), { storedPath: (path) => path });
    await expect.poll(() => pool.workers.has(worker.incarnation), { timeout: 60_000 }).toBe(true);
    const tokens = [];
    for await (const token of pool.generate(scriptedRequest(7))) tokens.push(token);
    expect(tokens).toEqual(scriptedAnswer(scriptedRequest(7)));
    pool.close();
    worker.end();
  });

  it('does not let a role publish or subscribe to the other role’s subjects', async () => {
    const [api, worker, all] = await Promise.all([connect('api'), connect('worker'), connect('daybreak')]);
    const heard: string[] = [];
    const hear = (bus: Bus, subject: string) =>
      bus.subscribe(subject, ({ value }) => heard.push(`${subject}: ${value}`));
    hear(all, subjects.workerHeartbeats);
    hear(all, subjects.calls('w'));
    hear(all, subjects.limits);
    hear(worker, subjects.answers('r'));
    hear(api, subjects.calls('w'));
    // Waits until the subscriptions are registered at the server.
    for (const bus of [all, worker, api]) await bus.request(subjects.calls('nobody'), 1, 1_000).catch(() => {});
    api.publish(subjects.workerHeartbeats, 'an API replica as a worker');
    worker.publish(subjects.calls('w'), 'a worker as an API replica');
    api.publish(subjects.calls('w'), 'a call');
    all.publish(subjects.answers('r'), 'an answer');
    worker.publish(subjects.limits, 'the last');
    api.publish(subjects.limits, 'the last');
    await expect.poll(() => heard.filter((line) => line.endsWith('the last')), { timeout: 60_000 }).toHaveLength(2);
    expect(heard.filter((line) => !line.endsWith('the last'))).toEqual([`${subjects.calls('w')}: a call`]);
  });

  it('refuses a wrong password and a certificate of an unknown CA, each in one line', async () => {
    const wrong = Bus.connect({ url: addressOf('api:wrong'), name: 'test', files });
    await expect(wrong).rejects.toThrow(/^NATS at tls:\/\/localhost:\d+ does not answer: .*authorization violation/i);
    const unknown = Bus.connect({ url: addressOf('api:one'), name: 'test' });
    await expect(unknown).rejects.toThrow(/^NATS at tls:\/\/localhost:\d+ does not answer: .*certificate/);
  });
});
