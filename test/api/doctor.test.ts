import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { readConfig } from '../../src/app/config.ts';
import { checkBus } from '../../src/app/doctor/bus.ts';
import { type Finding, lineOf, REPORT_SCHEMA, type Report } from '../../src/app/doctor/finding.ts';
import { checkGpu, gpusBelow } from '../../src/app/doctor/gpu.ts';
import { openPostgres } from '../../src/app/doctor/read-only-database.ts';
import { Bus } from '../../src/cluster/bus.ts';
import type { DatabaseAddress } from '../../src/store/connection.ts';
import { openStore } from '../../src/store/store.ts';
import { ScriptedWorker } from '../cluster/scripted-worker.ts';
import { newPostgres } from '../store/databases.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

const program = fileURLToPath(new URL('../../src/app/doctor.ts', import.meta.url));
const isReport = new Ajv2020({ strict: false }).compile(REPORT_SCHEMA);

let folder: string;
/** By how many milliseconds the hub's clock is ahead. */
let off = 0;
const hub = createServer((_, answer) => {
  answer.sendDate = false;
  answer.setHeader('date', new Date(Date.now() + off).toUTCString()).end();
});
let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-doctor-'));
  await once(hub.listen(0, '127.0.0.1'), 'listening');
  server = await startTestServer({ workerEntry: peerEntry });
  env = {
    DAYBREAK_HOME: server.home,
    DAYBREAK_PORT: new URL(server.baseUrl).port,
    DAYBREAK_MODEL: join(server.home, 'toy-model'),
    HF_ENDPOINT: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
});
afterAll(async () => {
  await server.end();
  hub.close();
  await rm(folder, { recursive: true });
});

/** Runs the doctor and returns its JSON report, after checking it against its schema and the exit code. */
async function doctor(changes: Record<string, string> = {}): Promise<Report> {
  const all = { ...process.env, ...env, ...changes };
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, [program, '--json'], { env: all }, (error, text) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout: text }),
    );
  });
  const report = JSON.parse(stdout) as Report;
  expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
  expect(code).toBe(report.errors > 0 ? 1 : 0);
  return report;
}

const of = ({ findings }: Report, check: Finding['check']) => findings.filter((finding) => finding.check === check);
const told = (report: Report, check: Finding['check']) => of(report, check).map(lineOf).join('\n');

async function sizes(home: string): Promise<string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map(async (path) => `${path} ${(await stat(path)).size}`))).toSorted();
}

test('the doctor reports no error for a healthy server and changes no file', async () => {
  const before = await sizes(server.home);
  const report = await doctor();
  expect(report.findings.filter(({ level }) => level === 'error')).toEqual([]);
  expect(told(report, 'port')).toContain('Daybreak 0.0.0-test answers');
  expect(told(report, 'database')).toContain('is intact');
  expect(told(report, 'disk')).toMatch(/free, 256 MiB kept for training/);
  expect(told(report, 'key')).toMatch(/^ok /);
  expect(await sizes(server.home)).toEqual(before);
});

test('the doctor finds orphaned files, missing files and a key that lacks scopes while a server runs', async () => {
  const store = await openStore({ sqliteFile: join(server.home, 'daybreak.sqlite') }, 'refuse');
  const { key } = await store.keys.create({ owner: 'bob', scopes: ['metrics'] });
  const { id } = await store.artifacts.create({ owner: 'bob', entity: 'e', project: 'p', name: 'data' });
  await store.artifacts.putFile(id, { name: 'f', bytes: 1, sha256: 'a', path: `artifacts/${id}/gone` });
  await store.close();
  const old = new Date(Date.now() - 7_200_000);
  for (const name of ['lost', 'young']) {
    await mkdir(join(server.home, 'checkpoints', name, '1-a'), { recursive: true });
    await writeFile(join(server.home, 'checkpoints', name, '1-a/adapter_model.safetensors'), 'x');
  }
  await utimes(join(server.home, 'checkpoints/lost'), old, old);
  const report = await doctor({ DAYBREAK_API_KEY: key });
  const [missing, orphans] = of(report, 'files');
  expect(missing).toMatchObject({ level: 'error', message: expect.stringContaining(`artifacts/${id}/gone`) });
  expect(orphans).toMatchObject({ level: 'warning', message: expect.stringContaining('(checkpoints/lost)') });
  expect(told(report, 'key')).toMatch(/^warning .*lacks chat .* and train .*Cure: npm run keys -- create/);
  expect(JSON.stringify(report)).not.toContain(key);
  for (const name of ['lost', 'young']) await rm(join(server.home, 'checkpoints', name), { recursive: true });
});

test('the doctor finds a corrupt database page and tables of a newer version', async () => {
  const file = join(server.home, 'daybreak.sqlite');
  const home = join(folder, 'broken');
  await mkdir(home, { mode: 0o700 });
  const { DatabaseSync } = await import('node:sqlite');
  const copy = join(home, 'daybreak.sqlite');
  const source = new DatabaseSync(file, { readOnly: true });
  source.exec(`vacuum into '${copy}'`);
  source.close();
  await chmod(copy, 0o600);
  const whole = join(folder, 'whole.sqlite');
  await copyFile(copy, whole);
  const page = await open(copy, 'r+');
  await page.write(Buffer.alloc(4_096, 0x5a), 0, 4_096, 4_096 * 3);
  await page.close();
  const broken = await doctor({ DAYBREAK_HOME: home, DAYBREAK_PORT: '0' });
  expect(told(broken, 'database')).toMatch(/^error .* is corrupt: .*Cure: stop the server, then restore a backup/);
  expect(await readdir(home)).toEqual(['daybreak.sqlite']);
  const newer = new DatabaseSync(whole);
  newer.exec("insert into migrations (name) values ('9999-later')");
  newer.close();
  await copyFile(whole, copy);
  const later = await doctor({ DAYBREAK_HOME: home, DAYBREAK_PORT: '0' });
  expect(told(later, 'database')).toMatch(/^error .*newer version \(9999-later\).*Cure: start that version/);
});

test('the doctor finds a port in use, open file modes, clock skew, a too large model and wrong settings', async () => {
  const home = join(folder, 'careless');
  await mkdir(home);
  await chmod(home, 0o755);
  await writeFile(join(home, 'api-key'), 'k'.repeat(40));
  await chmod(join(home, 'api-key'), 0o644);
  await mkdir(join(folder, 'config/daybreak'), { recursive: true });
  await writeFile(join(folder, 'config/daybreak/config.json'), '{}');
  await chmod(join(folder, 'config/daybreak/config.json'), 0o640);
  const model = join(folder, 'large');
  await mkdir(model);
  await writeFile(join(model, 'config.json'), '{}');
  await writeFile(join(model, 'model.safetensors'), '');
  // A sparse file, which takes no space.
  await truncate(join(model, 'model.safetensors'), 2 ** 40);
  const other = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  off = 120_000;
  const report = await doctor({
    ...{ DAYBREAK_HOME: home, DAYBREAK_PORT: String(port), DAYBREAK_MODEL: model },
    ...{ DAYBREAK_PRECISON: 'f16', DAYBREAK_LORA_RANK: '65' },
  });
  expect(told(report, 'port')).toMatch(
    /^error .*another program listens .*Cure: choose another one with DAYBREAK_PORT/,
  );
  expect(of(report, 'modes').map(({ level, cure }) => [level, cure])).toEqual([
    ['error', `chmod 700 ${home}`],
    ['error', `chmod 600 ${join(folder, 'config/daybreak/config.json')}`],
    ['error', `chmod 600 ${join(home, 'api-key')}`],
  ]);
  expect(told(report, 'clock')).toMatch(/^warning .*it is (119|120|121) s behind the clock of the hub\. Cure: /);
  expect(told(report, 'memory')).toMatch(/^error .*the models take 1 TiB.*Cure: serve a smaller model/);
  expect(told(report, 'settings')).toMatch(/did you mean DAYBREAK_PRECISION\?.*\nerror .*DAYBREAK_LORA_RANK: "65"/);
  expect(told(report, 'settings')).toMatch(/error .*DAYBREAK_MODEL: .*config\.json: .*Cure: serve a model of a family/);
  off = 3_600_000;
  expect(told(await doctor({ DAYBREAK_PORT: '0' }), 'clock')).toMatch(/^error /);
  off = 0;
  other.close();
  await once(other, 'close');
});

test('the doctor reports a missing driver, an unreachable hub and an unreachable PostgreSQL', async () => {
  const report = await doctor({
    ...{ VK_DRIVER_FILES: '/nowhere.json', VK_ICD_FILENAMES: '/nowhere.json', HF_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ DAYBREAK_MODEL: 'nobody/nothing', DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/d' },
    HF_HUB_CACHE: folder,
  });
  expect(told(report, 'gpu')).toMatch(/^error .*Cure: .*install/);
  expect(told(report, 'hub')).toMatch(/^error .*nobody\/nothing is not here. Cure: check the network/);
  expect(told(report, 'database')).toMatch(/^error .*PostgreSQL.*Cure: start it/);
  expect(JSON.stringify(report)).not.toContain('secret');
});

test('the doctor names a model path that does not exist, and does not report that all models are present', async () => {
  const report = await doctor({ DAYBREAK_MODEL: '/nowhere/model', HF_HUB_OFFLINE: '1' });
  expect(told(report, 'settings')).toMatch(
    /^error .*DAYBREAK_MODEL: "\/nowhere\/model" is not a model: neither an existing folder/,
  );
  expect(told(report, 'hub')).toMatch(/^ok .*not asked \(HF_HUB_OFFLINE\); no model has to be downloaded$/);
});

test.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined)(
  'the doctor checks PostgreSQL, its clock, and the bus',
  async () => {
    const database = await newPostgres();
    const { url } = database.address as { url: string };
    const home = join(folder, 'with-postgres');
    await mkdir(home, { mode: 0o700 });
    const look = () => doctor({ DATABASE_URL: url, DAYBREAK_HOME: home, DAYBREAK_PORT: '0' });
    expect(told(await look(), 'database')).toMatch(/^ok .*has no tables yet/);
    await (await openStore(database.address)).close();
    const report = await look();
    expect(told(report, 'database')).toMatch(/^ok .*PostgreSQL answers/);
    expect(told(report, 'clock')).toMatch(/of the database\n.*of the hub/);
    expect(told(report, 'files')).toMatch(/^ok /);
    expect(of(report, 'bus')).toEqual([]);
    await checkBusOf(database.address);
    await database.drop();
  },
);

/** Checks the bus with one worker on it, with a second worker on another bus, and after the bus has stopped. */
async function checkBusOf(address: DatabaseAddress): Promise<void> {
  const nats = await startNats();
  const bus = await Bus.connect({ url: nats.url, name: 'test' });
  const worker = new ScriptedWorker(bus);
  const store = await openStore(address);
  await store.busWorkers.note({ id: worker.incarnation, name: 'near' }, 60_000);
  const config = { ...readConfig({}), natsUrl: nats.url };
  const look = async () => {
    const database = openPostgres((address as { url: string }).url);
    const lines = (await checkBus(config, database, { listenMs: 1_500, noteMs: 500 })).map(lineOf);
    await database.close();
    return lines;
  };
  expect(await look()).toEqual([expect.stringMatching(/^ok .*NATS answers, and 1 worker is heard on it$/)]);
  await store.busWorkers.note({ id: 'killed', name: 'gone-3' }, 60_000);
  const living = setInterval(() => store.busWorkers.note({ id: 'other', name: 'far-17' }, 60_000), 100);
  const apart = /^warning .*1 worker is heard, but not far-17, which .*Cure: set NATS_URL to the same NATS/;
  expect(await look()).toEqual([expect.stringMatching(apart)]);
  clearInterval(living);
  worker.end();
  await bus.close();
  await nats.stop();
  expect(await look()).toEqual([expect.stringMatching(/^error .*NATS at .* does not answer.*Cure: start it/)]);
  await store.close();
}

test('the doctor distinguishes a GPU without a driver, without permission, and hidden by VK_DRIVER_FILES', async () => {
  const software = { vendor: 'mesa', architecture: '', device: '', description: 'llvmpipe', isFallbackAdapter: true };
  const found = async (name: string, devices: readonly string[], vendor: string | null) => {
    const root = join(folder, name);
    await mkdir(join(root, 'dev/dri'), { recursive: true });
    for (const device of devices) await writeFile(join(root, 'dev/dri', device), '');
    if (vendor !== null) {
      await mkdir(join(root, 'sys/bus/pci/devices/0000:01:00.0'), { recursive: true });
      await writeFile(join(root, 'sys/bus/pci/devices/0000:01:00.0/class'), '0x030000\n');
      await writeFile(join(root, 'sys/bus/pci/devices/0000:01:00.0/vendor'), `${vendor}\n`);
    }
    return gpusBelow(root);
  };
  const line = (gpus: Awaited<ReturnType<typeof gpusBelow>>, variables = {}) =>
    lineOf(checkGpu(software, gpus, variables));
  expect(line(await found('none', [], null))).toMatch(/^ok .*in software: there is no GPU/);
  expect(line(await found('bare', [], '0x10de'))).toMatch(
    /^warning .*there is a GPU of NVIDIA, but programs get llvmpipe.*Cure:.*\/dev\/dri/,
  );
  const amd = await found('amd', ['renderD128', 'card0'], '0x1002');
  expect(line(amd)).toMatch(/^warning .*AMD.*Cure: install Mesa/);
  expect(line(amd, { VK_DRIVER_FILES: '/usr/share/lvp.json' })).toContain('unset VK_DRIVER_FILES');
  const closed = [{ vendor: 'Intel', hasDevice: true, closed: ['/dev/dri/renderD128'] }];
  expect(line(closed)).toContain('usermod -aG render');
  expect(lineOf(checkGpu(null, amd, {}))).toMatch(/^error .*AMD/);
});

const compiled = fileURLToPath(new URL('../../dist/app/doctor.js', import.meta.url));
const older = (process.env.PATH ?? '')
  .split(delimiter)
  .map((path) => join(path, 'node'))
  .filter(existsSync)
  .find((path) => Number(/^v(\d+)/.exec(String(execFileSync(path, ['--version'])))?.[1]) < 24);
test.skipIf(older === undefined || !existsSync(compiled))('the doctor runs on an old Node and reports it', async () => {
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(older ?? '', [compiled], (error, stdout) => resolve({ code: error?.code, text: stdout }));
  });
  expect([code, text]).toEqual([1, expect.stringMatching(/^error .*this is Node \d+.*Cure: install Node 24/)]);
});
