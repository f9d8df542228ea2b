import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/api/http/request-limits.ts';
import { ConfigError, readConfig } from '../../src/app/config.ts';
import { unknownVariables, VARIABLES } from '../../src/app/unknown-variables.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({ DAYBREAK_PORT: ' ', HOME: '/x' })).toEqual({
    host: '127.0.0.1',
    allowedHosts: [],
    port: 8484,
    home: join(homedir(), '.daybreak'),
    apiKey: null,
    models: ['HuggingFaceTB/SmolLM2-135M-Instruct'],
    precision: 'f32',
    kvCache: 'auto',
    lora: {
      rank: 8,
      alpha: 16,
      targets: ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'],
    },
    highestRank: 32,
    keep: { bytes: 5 * 2 ** 30, ownerBytes: null, tokenGroups: 8 },
    keepRules: { quotas: { models: null, checkpoints: null, artifactBytes: null, logBytes: null }, retention: null },
    trainingMemory: null,
    artifactHosts: [],
    artifactFolder: null,
    modelSampling: false,
    logitsProcessors: null,
    diskReserve: 256 * 2 ** 20,
    role: 'all',
    databaseUrl: null,
    bucket: null,
    cacheBytes: null,
    natsUrl: null,
    natsFiles: { ca: null, cert: null, key: null, creds: null },
    limits: defaultLimits,
    checkResponses: false,
    requestTemplates: true,
    wandb: true,
  });
});

test('every setting is read', () => {
  const key = 'k'.repeat(40);
  const config = readConfig({
    DAYBREAK_HOST: '0.0.0.0',
    DAYBREAK_ALLOWED_HOSTS: 'Models.Example.org., 10.0.0.7, ::1, [fd00::1]',
    DAYBREAK_PORT: '0',
    DAYBREAK_HOME: '~/data',
    DAYBREAK_API_KEY: key,
    DAYBREAK_MODEL: 'a/b, ./c.gguf',
    DAYBREAK_PRECISION: 'int8',
    DAYBREAK_KV_CACHE: 'f16',
    DAYBREAK_TRAINING_MEMORY: '1.5GiB',
    DAYBREAK_LORA_RANK: '24',
    DAYBREAK_LORA_ALPHA: '12.5',
    DAYBREAK_LORA_TARGETS: 'v_proj, q_proj',
    DAYBREAK_LORA_MAX_RANK: '20',
    DAYBREAK_ARTIFACT_HOSTS: 'Store.local:9000, 10.0.0.7',
    DAYBREAK_ARTIFACT_DIR: tmpdir(),
    DAYBREAK_MODEL_SAMPLING: '1',
    DAYBREAK_LOGITS_PROCESSORS: import.meta.filename,
    DAYBREAK_DISK_RESERVE: '2GiB',
    DAYBREAK_KEEP_TRAJECTORIES: '1GiB',
    DAYBREAK_KEEP_TOKENS: '3',
    DAYBREAK_KEEP_CHECKPOINTS: 'best=val/a:b:max:3, last=5,every=100',
    DAYBREAK_MAX_MODELS: '6',
    DAYBREAK_MAX_CHECKPOINTS: '7',
    DAYBREAK_MAX_ARTIFACT_BYTES: '3GiB',
    DAYBREAK_MAX_LOG_BYTES: '1GiB',
    DAYBREAK_ROLE: 'worker',
    DATABASE_URL: 'postgres://u:p@h/d',
    DAYBREAK_S3_ENDPOINT: 'http://store.local:9000/',
    DAYBREAK_S3_BUCKET: 'daybreak.files-1',
    DAYBREAK_S3_REGION: 'eu-central-1',
    DAYBREAK_CACHE_BYTES: '20GiB',
    NATS_URL: 'nats://a:4222, tls://u:p@b',
    NATS_CA: import.meta.filename,
    NATS_CERT: import.meta.filename,
    NATS_KEY: import.meta.filename,
    NATS_CREDS: import.meta.filename,
    DAYBREAK_KEY_CONCURRENCY: '1',
    DAYBREAK_KEY_RATE: '2',
    DAYBREAK_FAILED_KEYS: '3',
    DAYBREAK_CONNECTIONS: '4',
    DAYBREAK_CONNECTIONS_PER_ADDRESS: '3',
    DAYBREAK_CHECK_RESPONSES: '1',
    DAYBREAK_REQUEST_TEMPLATES: '0',
    DAYBREAK_WANDB: '0',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    allowedHosts: ['models.example.org', '10.0.0.7', '[::1]', '[fd00::1]'],
    port: 0,
    home: join(homedir(), 'data'),
    apiKey: key,
    models: ['a/b', './c.gguf'],
    precision: 'int8',
    kvCache: 'f16',
    trainingMemory: 1536 * 2 ** 20,
    lora: { rank: 24, alpha: 12.5, targets: ['q_proj', 'v_proj'] },
    // Raised to the rank of training.
    highestRank: 24,
    keep: { bytes: 2 ** 30, ownerBytes: 2 ** 30, tokenGroups: 3 },
    keepRules: {
      quotas: { models: 6, checkpoints: 7, artifactBytes: 3 * 2 ** 30, logBytes: 2 ** 30 },
      retention: { keepLast: 5, keepEvery: 100, keepBest: { metric: 'val/a:b', mode: 'max', count: 3 } },
    },
    artifactHosts: ['store.local:9000', '10.0.0.7'],
    artifactFolder: tmpdir(),
    modelSampling: true,
    logitsProcessors: import.meta.filename,
    diskReserve: 2 * 2 ** 30,
    role: 'worker',
    databaseUrl: 'postgres://u:p@h/d',
    bucket: { endpoint: 'http://store.local:9000', bucket: 'daybreak.files-1', region: 'eu-central-1' },
    cacheBytes: 20 * 2 ** 30,
    natsUrl: 'nats://a:4222, tls://u:p@b',
    natsFiles: {
      ca: import.meta.filename,
      cert: import.meta.filename,
      key: import.meta.filename,
      creds: import.meta.filename,
    },
    limits: {
      ...defaultLimits,
      key: { concurrency: 1, rate: 2 },
      failedKeys: 3,
      connections: 4,
      connectionsPerAddress: 3,
    },
    checkResponses: true,
    requestTemplates: false,
    wandb: false,
  });
});

test.each([
  ['DAYBREAK_PORT', '65536', 'a whole number from 0 to 65535'],
  ['DAYBREAK_CHECK_RESPONSES', 'yes', '0 or 1'],
  ['DAYBREAK_REQUEST_TEMPLATES', 'no', '0 or 1'],
  ['DAYBREAK_PORT', '80a', 'a whole number from 0 to 65535'],
  ['DAYBREAK_PORT', '-1', 'a whole number from 0 to 65535'],
  ['DAYBREAK_HOST', 'http://x', 'an address or host name'],
  ['DAYBREAK_ALLOWED_HOSTS', 'http://x', 'host names and addresses without a port'],
  ['DAYBREAK_ALLOWED_HOSTS', 'x.example:443', 'without a port'],
  ['DAYBREAK_ALLOWED_HOSTS', '*.example', 'without a port'],
  ['DAYBREAK_HOME', '/etc/passwd', 'a folder'],
  ['DAYBREAK_API_KEY', 'short', '40 to 512'],
  ['DAYBREAK_API_KEY', `${'k'.repeat(40)} k`, 'without spaces'],
  ['DAYBREAK_MODEL', 'a,,b', 'separated by commas'],
  ['DAYBREAK_MODEL', 'a,a', 'separated by commas'],
  ['DAYBREAK_PRECISION', 'f64', 'f32, f32-high, f16 or int8'],
  ['DAYBREAK_KV_CACHE', 'f8', 'auto, f32, f16 or int8'],
  ['DAYBREAK_TRAINING_MEMORY', '4', 'such as 512MiB or 2.5GiB'],
  ['DAYBREAK_TRAINING_MEMORY', '0.5 MiB', '1MiB or more'],
  ['DAYBREAK_TRAINING_MEMORY', '4GB', 'such as 512MiB'],
  ['DAYBREAK_DISK_RESERVE', '100', '1MiB or more'],
  ['DAYBREAK_KEEP_CHECKPOINTS', '5', 'last=5, and optionally every=100'],
  ['DAYBREAK_KEEP_CHECKPOINTS', 'every=5', 'last=5, and optionally every=100'],
  ['DAYBREAK_KEEP_CHECKPOINTS', 'last=5,last=6', 'last=5, and optionally every=100'],
  ['DAYBREAK_KEEP_CHECKPOINTS', 'last=0', 'last=5, and optionally every=100'],
  ['DAYBREAK_KEEP_CHECKPOINTS', 'last=5,best=val/reward', 'best=METRIC:max:3'],
  ['DAYBREAK_MAX_MODELS', '-1', 'a whole number from 1 to 1000000'],
  ['DAYBREAK_MAX_CHECKPOINTS', 'many', 'a whole number from 1 to 1000000'],
  ['DAYBREAK_MAX_ARTIFACT_BYTES', '100', '0, or 1MiB or more'],
  ['DAYBREAK_MAX_LOG_BYTES', '1', '0, or 1MiB or more'],
  ['DAYBREAK_LORA_RANK', '65', 'a whole number from 1 to 64'],
  ['DAYBREAK_LORA_RANK', '8.5', 'a whole number from 1 to 64'],
  ['DAYBREAK_LORA_MAX_RANK', '129', 'a whole number from 1 to 128'],
  ['DAYBREAK_LORA_ALPHA', '0', 'a number above 0'],
  ['DAYBREAK_LORA_ALPHA', '1e3', 'a number above 0'],
  ['DAYBREAK_LORA_TARGETS', 'q_proj,lm_head', 'some of q_proj, k_proj'],
  ['DAYBREAK_LORA_TARGETS', 'q_proj,q_proj', 'some of q_proj, k_proj'],
  ['DAYBREAK_ROLE', 'replica', 'all, api or worker'],
  ['NATS_URL', 'http://x', 'nats://host:4222 or tls://user:password@host:4222'],
  ['NATS_URL', 'nats://a,,nats://b', 'separated by commas'],
  ['NATS_CA', '/nowhere/ca.pem', 'the file /nowhere/ca.pem does not exist'],
  ['DAYBREAK_ARTIFACT_HOSTS', 'http://x/y', 'host or host:port'],
  ['DAYBREAK_ARTIFACT_DIR', '/nonexistent/folder', 'an existing folder'],
  ['DAYBREAK_LOGITS_PROCESSORS', '/nonexistent/own.mjs', 'a JavaScript module'],
  ['DATABASE_URL', 'mysql://h/d', 'postgres://'],
  ['DAYBREAK_S3_BUCKET', 'My_Bucket', '3 to 63 lowercase letters'],
  ['DAYBREAK_KEY_CONCURRENCY', '0', 'from 1 to 1000000'],
  ['DAYBREAK_KEY_RATE', '1.5', 'from 1 to 1000000'],
  ['DAYBREAK_FAILED_KEYS', '1000001', 'from 1 to 1000000'],
  ['DAYBREAK_CONNECTIONS', '-1', 'from 1 to 1000000'],
])('%s=%s is refused with one line that names the allowed values', (name, value, allowed) => {
  let message = '';
  try {
    readConfig({ [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  expect(message.startsWith(`${name}: `)).toBe(true);
  expect(message).toContain(allowed);
  expect(message).not.toContain('\n');
});

test.each([
  ['DAYBREAK_S3_ENDPOINT', 'store.local:9000', 'http://host:port or https://host:port'],
  ['DAYBREAK_S3_ENDPOINT', 'http://key:secret@store.local', 'AWS_ACCESS_KEY_ID'],
  ['DAYBREAK_S3_ENDPOINT', 'http://store.local/bucket', 'http://host:port'],
  ['DAYBREAK_S3_REGION', 'eu central', 'a region'],
  ['DAYBREAK_CACHE_BYTES', '5', '1MiB or more'],
])('with a bucket configured, %s=%s is refused with one line that has no secret', (name, value, allowed) => {
  const read = () => readConfig({ DAYBREAK_S3_BUCKET: 'files', [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name}: ((?!secret@).)*${allowed}`));
});

test.each([
  ['DAYBREAK_S3_ENDPOINT', 'http://store.local'],
  ['DAYBREAK_S3_REGION', 'eu-central-1'],
  ['DAYBREAK_CACHE_BYTES', '1GiB'],
])('%s without DAYBREAK_S3_BUCKET is refused', (name, value) => {
  const missing = `DAYBREAK_S3_BUCKET: it is required with ${name}; allowed: the name of a bucket`;
  expect(() => readConfig({ [name]: value })).toThrow(missing);
});

test.each(['/', '.', '..', 'checkpoints', 'link'])(
  'DAYBREAK_ARTIFACT_DIR is refused if it is %s relative to the data folder',
  (place) => {
    const root = mkdtempSync(join(tmpdir(), 'daybreak-config-'));
    const home = join(root, 'outer', 'home');
    mkdirSync(join(home, 'checkpoints'), { recursive: true });
    mkdirSync(join(root, 'outer', 'home-of-data'));
    symlinkSync(home, join(home, 'link'));
    const read = (folder: string) => readConfig({ DAYBREAK_HOME: home, DAYBREAK_ARTIFACT_DIR: folder });
    expect(() => read(resolve(home, place))).toThrow(
      /^DAYBREAK_ARTIFACT_DIR: .* overlaps the data folder .*; allowed:/,
    );
    expect(read(join(root, 'outer', 'home-of-data'))).toMatchObject({ home });
    const later = { DAYBREAK_HOME: join(home, 'not', 'yet'), DAYBREAK_ARTIFACT_DIR: home };
    expect(() => readConfig(later)).toThrow('overlaps the data folder');
    rmSync(root, { recursive: true });
  },
);

test('refusals do not repeat the API key or the password of DATABASE_URL', () => {
  expect(() => readConfig({ DAYBREAK_API_KEY: 'hunter2' })).toThrow(/^((?!hunter2).)*$/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(/^((?!hunter2).)*$/);
});

test('an unknown DAYBREAK variable is reported with the setting of a similar name', () => {
  const env = {
    DAYBREAK_PROT: '1',
    DAYBREAK_TRAIN_MEMORY: '1GiB',
    DAYBREAK_SOMETHING_ELSE: 'x',
    DAYBREAK_PORT: '0',
    DAYBREAK_BASE_URL: 'http://127.0.0.1:1/v1',
    DAYBREAK_FUZZ_SEED: '1',
    OTHER: 'x',
  };
  expect(unknownVariables(env)).toEqual([
    'DAYBREAK_PROT is not a setting of this server and does nothing; did you mean DAYBREAK_PORT?',
    'DAYBREAK_SOMETHING_ELSE is not a setting of this server and does nothing; docs/configuration.md lists the settings',
    'DAYBREAK_TRAIN_MEMORY is not a setting of this server and does nothing; did you mean DAYBREAK_TRAINING_MEMORY?',
  ]);
});

test('the known settings are the ones that readConfig reads and docs/configuration.md lists', () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  expect([...read].sort()).toEqual(VARIABLES.toSorted());
  const listed = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect([...listed.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name).sort()).toEqual(VARIABLES.toSorted());
});

test.each(['api', 'worker'])('the role %s is refused unless database, bucket and bus are configured', (role) => {
  const given: Record<string, string> = { DAYBREAK_ROLE: role };
  const shared = { DATABASE_URL: 'postgres://u@h/d', DAYBREAK_S3_BUCKET: 'files', NATS_URL: 'nats://a' };
  for (const [name, value] of Object.entries(shared)) {
    expect(() => readConfig(given)).toThrow(`${name}: it is required with DAYBREAK_ROLE=${role}`);
    given[name] = value;
  }
  expect(readConfig(given).role).toBe(role);
});

test('a bus is refused unless database and bucket are configured', () => {
  const bus = { NATS_URL: 'nats://a' };
  expect(() => readConfig({ NATS_CERT: import.meta.filename })).toThrow('NATS_KEY: it is required with NATS_CERT');
  expect(() => readConfig(bus)).toThrow('DATABASE_URL: it is required with NATS_URL');
  const records = { ...bus, DATABASE_URL: 'postgres://u@h/d' };
  expect(() => readConfig(records)).toThrow('DAYBREAK_S3_BUCKET: it is required with NATS_URL');
  expect(readConfig({ ...records, DAYBREAK_S3_BUCKET: 'files' }).natsUrl).toBe('nats://a');
});
