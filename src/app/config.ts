import { existsSync, realpathSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { defaultLimits, type RequestLimits } from '../api/http/request-limits.ts';
import type { BucketAddress } from '../artifacts/bucket/bucket.ts';
import { defaultReserve } from '../artifacts/disk-reserve.ts';
import type { BusFiles } from '../cluster/bus.ts';
import type { ServerRole } from '../cluster/worker-heartbeat.ts';
import type { KeepLimits } from '../jobs/kept-trajectories.ts';
import {
  defaultLora,
  LORA_TARGET_NAMES,
  LORA_TARGETS,
  type LoraSettings,
  type LoraTarget,
  MAX_LORA_RANK,
} from '../model/lora-layout.ts';
import { CACHE_SETTINGS, type CacheSetting, PRECISIONS, type Precision } from '../model/model-files.ts';
import type { KeepRules } from '../store/keep-rules.ts';
import { readKeep, readKeepRules } from './keep-settings.ts';
import { ConfigError, readBytes, readSwitch, readWhole, text } from './setting.ts';

export { ConfigError } from './setting.ts';

/** All settings. Nothing else in the program reads one of our settings from `process.env`. */
export interface Config {
  host: string;
  /** Host names, in lower case, that requests may use besides those of this machine; if empty, see `AllowedHosts`. */
  allowedHosts: string[];
  /** 0 takes any free port. */
  port: number;
  /** Absolute path of the data folder: database, artifacts, checkpoints, key file. */
  home: string;
  /** First API key, set by the operator; null lets the server create one. */
  apiKey: string | null;
  /** Folders, GGUF files or Hugging Face ids, at least one. */
  models: string[];
  /** Precision of the served models. */
  precision: Precision;
  /** Type of their KV cache. */
  kvCache: CacheSetting;
  /** Bytes of device memory that one training job may take; null for the default (worker/process/memory-budget.ts). */
  trainingMemory: number | null;
  /** LoRA settings of adapters that training creates. An existing adapter keeps its settings. */
  lora: LoraSettings;
  /** Highest LoRA rank that an adapter slot has room for; a stored adapter of a higher rank raises it at start. */
  highestRank: number;
  /** `host` or `host:port` of servers that training data may come from although their address is private. */
  artifactHosts: string[];
  /** Folder that `file://` training data must lie in; null refuses `file://`. */
  artifactFolder: string | null;
  /** Whether sampling fields that a chat omits take their defaults from the model's generation_config.json. */
  modelSampling: boolean;
  /** Absolute path of a module that exports logits processors; null allows only the built-in ones. */
  logitsProcessors: string | null;
  /** Bytes of free disk space that uploads leave to training. */
  diskReserve: number;
  /** Limits of stored trajectories. */
  keep: KeepLimits;
  /** Quotas and retention of models, checkpoints and artifacts. */
  keepRules: KeepRules;
  /**
   * Role in a cluster: `api` needs neither device nor weights, `worker` answers no requests of users, `all` does both.
   */
  role: ServerRole;
  /** `postgres://...`; null uses SQLite in the data folder. */
  databaseUrl: string | null;
  /** Bucket that stores files, with the data folder as its cache; null keeps files in the data folder only. */
  bucket: BucketAddress | null;
  /** Bytes that the cache of the bucket may take; null for half of the disk space available to it. */
  cacheBytes: number | null;
  /** NATS URLs of the cluster's bus, separated by commas; null for a single server. */
  natsUrl: string | null;
  /** `NATS_CA`, `NATS_CERT`, `NATS_KEY` and `NATS_CREDS`, named as the `nats` command names them. */
  natsFiles: BusFiles;
  /** Whether a chat request may contain a chat template. */
  requestTemplates: boolean;
  /** Whether the server offers the W&B API. */
  wandb: boolean;
  limits: RequestLimits;
  /** Test mode: turns a response that violates the contract into a 500. Costs time with each response. */
  checkResponses: boolean;
}

const defaultModel = 'HuggingFaceTB/SmolLM2-135M-Instruct';
/** Clients of the hosted service refuse shorter keys, and a fast hash is safe only for long random keys. */
const shortestKey = 40;
const longestKey = 512;
const highestTrainedRank = 64;

/** Reads the settings from `env`; unset and empty mean the default. Throws `ConfigError` at the first wrong value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const home = readHome(text(env, 'DAYBREAK_HOME') ?? '~/.daybreak');
  const lora = readLora(env);
  return {
    host: readHost(text(env, 'DAYBREAK_HOST') ?? '127.0.0.1'),
    allowedHosts: readAllowedHosts(env),
    port: readPort(text(env, 'DAYBREAK_PORT') ?? '8484'),
    home,
    apiKey: readKey(text(env, 'DAYBREAK_API_KEY')),
    models: readList(env, 'DAYBREAK_MODEL', 'folders, GGUF files or Hugging Face ids, separated by commas') ?? [
      defaultModel,
    ],
    precision: readPrecision(text(env, 'DAYBREAK_PRECISION') ?? 'f32'),
    kvCache: readKvCache(text(env, 'DAYBREAK_KV_CACHE') ?? 'auto'),
    trainingMemory: readBytes(env, 'DAYBREAK_TRAINING_MEMORY'),
    lora,
    highestRank: Math.max(lora.rank, readWhole(env, 'DAYBREAK_LORA_MAX_RANK', 32, MAX_LORA_RANK)),
    artifactHosts: readHosts(env),
    artifactFolder: readArtifactFolder(text(env, 'DAYBREAK_ARTIFACT_DIR'), home),
    modelSampling: readSwitch(env, 'DAYBREAK_MODEL_SAMPLING', false),
    logitsProcessors: readModule(text(env, 'DAYBREAK_LOGITS_PROCESSORS')),
    diskReserve: readBytes(env, 'DAYBREAK_DISK_RESERVE') ?? defaultReserve,
    keep: readKeep(env),
    keepRules: readKeepRules(env),
    role: readRole(env),
    databaseUrl: readDatabaseUrl(text(env, 'DATABASE_URL')),
    bucket: readBucket(env),
    natsUrl: readNatsUrl(env),
    natsFiles: readNatsFiles(env),
    cacheBytes: readBytes(env, 'DAYBREAK_CACHE_BYTES'),
    requestTemplates: readSwitch(env, 'DAYBREAK_REQUEST_TEMPLATES', true),
    wandb: readSwitch(env, 'DAYBREAK_WANDB', true),
    limits: readLimits(env),
    checkResponses: readSwitch(env, 'DAYBREAK_CHECK_RESPONSES', false),
  };
}

function readHost(value: string): string {
  if (/^[A-Za-z0-9._:%-]+$/.test(value)) return value;
  throw new ConfigError(
    'DAYBREAK_HOST',
    `${JSON.stringify(value)} is not a host`,
    'an address or host name to listen on',
  );
}

function readAllowedHosts(env: NodeJS.ProcessEnv): string[] {
  const allowed = 'host names and addresses without a port, separated by commas';
  const hosts = readList(env, 'DAYBREAK_ALLOWED_HOSTS', allowed) ?? [];
  return hosts.map((host) => {
    const isHost = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/.test(host) || isIPv6(host);
    const name = isHost ? URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}`)?.hostname : undefined;
    if (name !== undefined) return name.replace(/\.$/, '');
    throw new ConfigError('DAYBREAK_ALLOWED_HOSTS', `${JSON.stringify(host)} is not a host`, allowed);
  });
}

function readPort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigError('DAYBREAK_PORT', `${JSON.stringify(value)} is not a port`, 'a whole number from 0 to 65535');
}

function readHome(value: string): string {
  const home = resolve(value === '~' || value.startsWith('~/') ? join(homedir(), value.slice(1)) : value);
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new ConfigError('DAYBREAK_HOME', `${JSON.stringify(value)} is not a folder`, 'a folder, created if missing');
  }
  return home;
}

function readKey(value: string | null): string | null {
  if (value === null) return null;
  const allowed = `${shortestKey} to ${longestKey} letters, digits and punctuation characters, without spaces`;
  // The value is a secret: the message shows only its length.
  if (value.length < shortestKey || value.length > longestKey) {
    throw new ConfigError('DAYBREAK_API_KEY', `the key has ${value.length} characters`, allowed);
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError('DAYBREAK_API_KEY', 'the key contains a space or a non-ASCII character', allowed);
  }
  return value;
}

function readList(env: NodeJS.ProcessEnv, name: string, allowed: string): string[] | null {
  const value = text(env, name);
  if (value === null) return null;
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.includes('')) throw new ConfigError(name, `${JSON.stringify(value)} has an empty entry`, allowed);
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice !== undefined) throw new ConfigError(name, `${JSON.stringify(twice)} is listed twice`, allowed);
  return entries;
}

function readHosts(env: NodeJS.ProcessEnv): string[] {
  const allowed = 'host or host:port, separated by commas';
  const hosts = readList(env, 'DAYBREAK_ARTIFACT_HOSTS', allowed) ?? [];
  for (const host of hosts) {
    const url = URL.parse(`http://${host}/`);
    if (url === null || url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') {
      throw new ConfigError('DAYBREAK_ARTIFACT_HOSTS', `${JSON.stringify(host)} is not a host`, allowed);
    }
  }
  return hosts.map((host) => host.toLowerCase());
}

function readArtifactFolder(value: string | null, home: string): string | null {
  if (value === null) return null;
  const folder = resolve(value);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError('DAYBREAK_ARTIFACT_DIR', `${JSON.stringify(value)} is not a folder`, 'an existing folder');
  }
  // Jobs of every owner may read this folder, but the data folder holds all owners' data and a key.
  if (holds(folder, home) || holds(home, folder)) {
    const wrong = `${JSON.stringify(value)} overlaps the data folder ${JSON.stringify(home)}`;
    throw new ConfigError('DAYBREAK_ARTIFACT_DIR', wrong, 'a folder outside DAYBREAK_HOME that does not contain it');
  }
  return folder;
}

/** Returns whether `path` is `folder` or lies in it. Resolves links in the part of the path that exists. */
function holds(folder: string, path: string): boolean {
  const way = relative(real(folder), real(path));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return path === dirname(path) ? path : join(real(dirname(path)), basename(path));
}

function readLimits(env: NodeJS.ProcessEnv): RequestLimits {
  const { key, failedKeys } = defaultLimits;
  const connections = readWhole(env, 'DAYBREAK_CONNECTIONS', defaultLimits.connections);
  return {
    ...defaultLimits,
    key: {
      concurrency: readWhole(env, 'DAYBREAK_KEY_CONCURRENCY', key.concurrency),
      rate: readWhole(env, 'DAYBREAK_KEY_RATE', key.rate),
    },
    failedKeys: readWhole(env, 'DAYBREAK_FAILED_KEYS', failedKeys),
    connections,
    connectionsPerAddress: readWhole(env, 'DAYBREAK_CONNECTIONS_PER_ADDRESS', Math.ceil(connections / 2)),
  };
}

function readLora(env: NodeJS.ProcessEnv): LoraSettings {
  return {
    rank: readWhole(env, 'DAYBREAK_LORA_RANK', defaultLora.rank, highestTrainedRank),
    alpha: readAlpha(text(env, 'DAYBREAK_LORA_ALPHA') ?? String(defaultLora.alpha)),
    targets: readTargets(env),
  };
}

function readAlpha(value: string): number {
  const alpha = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
  if (alpha > 0 && alpha <= 65_536) return alpha;
  const allowed = 'a number above 0, up to 65536, such as 16 or 0.5';
  throw new ConfigError('DAYBREAK_LORA_ALPHA', `${JSON.stringify(value)} is out of range`, allowed);
}

function readTargets(env: NodeJS.ProcessEnv): LoraTarget[] {
  const allowed = `some of ${LORA_TARGET_NAMES.join(', ')}, separated by commas`;
  const names = readList(env, 'DAYBREAK_LORA_TARGETS', allowed) ?? LORA_TARGETS;
  const wrong = names.find((name) => !(LORA_TARGET_NAMES as readonly string[]).includes(name));
  if (wrong === undefined) return LORA_TARGET_NAMES.filter((target) => (names as readonly string[]).includes(target));
  throw new ConfigError('DAYBREAK_LORA_TARGETS', `${JSON.stringify(wrong)} is not a projection`, allowed);
}

function readModule(value: string | null): string | null {
  if (value === null) return null;
  const path = resolve(value);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  const allowed = 'a JavaScript module that exports logits processors';
  throw new ConfigError('DAYBREAK_LOGITS_PROCESSORS', `${JSON.stringify(value)} is not a file`, allowed);
}

function readDatabaseUrl(value: string | null): string | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)) return value;
  // The URL may hold a password, so the message does not repeat it.
  throw new ConfigError('DATABASE_URL', 'the value is not a PostgreSQL URL', 'postgres://user:password@host/database');
}

function readBucket(env: NodeJS.ProcessEnv): BucketAddress | null {
  const [endpoint, bucket] = [text(env, 'DAYBREAK_S3_ENDPOINT'), text(env, 'DAYBREAK_S3_BUCKET')];
  const region = text(env, 'DAYBREAK_S3_REGION') ?? 'us-east-1';
  if (bucket === null) {
    const other = ['DAYBREAK_S3_ENDPOINT', 'DAYBREAK_S3_REGION', 'DAYBREAK_CACHE_BYTES'].find((name) =>
      text(env, name),
    );
    if (other === undefined) return null;
    throw new ConfigError('DAYBREAK_S3_BUCKET', `it is required with ${other}`, 'the name of a bucket');
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    const allowed = '3 to 63 lowercase letters, digits, dots and dashes';
    throw new ConfigError('DAYBREAK_S3_BUCKET', `${JSON.stringify(bucket)} is not a bucket name`, allowed);
  }
  if (!/^[a-z0-9-]{1,64}$/i.test(region)) {
    const allowed = 'a region, such as eu-central-1';
    throw new ConfigError('DAYBREAK_S3_REGION', `${JSON.stringify(region)} is not a region`, allowed);
  }
  return { endpoint: endpoint && readEndpoint(endpoint), bucket, region };
}

const ROLES: readonly ServerRole[] = ['all', 'api', 'worker'];

/** Reads the role. Every role but `all` needs the database, bucket and bus that a cluster shares. */
function readRole(env: NodeJS.ProcessEnv): ServerRole {
  const value = text(env, 'DAYBREAK_ROLE') ?? 'all';
  const role = ROLES.find((one) => one === value);
  if (role === undefined) {
    throw new ConfigError('DAYBREAK_ROLE', `${JSON.stringify(value)} is not a role`, 'all, api or worker');
  }
  const needed = role === 'all' ? [] : ['DATABASE_URL', 'DAYBREAK_S3_BUCKET', 'NATS_URL'];
  const missing = needed.find((name) => text(env, name) === null);
  if (missing === undefined) return role;
  throw new ConfigError(
    missing,
    `it is required with DAYBREAK_ROLE=${role}`,
    'the one that all servers of a cluster share',
  );
}

/** Reads the NATS URLs. A cluster needs a database and a bucket that all servers reach. */
function readNatsUrl(env: NodeJS.ProcessEnv): string | null {
  const value = text(env, 'NATS_URL');
  if (value === null) return null;
  const urls = value.split(',').map((part) => URL.parse(part.trim()));
  if (!urls.every((url) => url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '')) {
    // The URL may hold a password, so the message does not repeat it.
    const allowed = 'nats://host:4222 or tls://user:password@host:4222, several separated by commas';
    throw new ConfigError('NATS_URL', 'the value is not a NATS URL', allowed);
  }
  const missing = ['DATABASE_URL', 'DAYBREAK_S3_BUCKET'].find((name) => text(env, name) === null);
  if (missing === undefined) return value;
  throw new ConfigError(missing, 'it is required with NATS_URL', 'the one that all servers of a cluster share');
}

function readNatsFiles(env: NodeJS.ProcessEnv): BusFiles {
  const read = (name: string): string | null => {
    const value = text(env, name);
    if (value === null || existsSync(value)) return value;
    throw new ConfigError(name, `the file ${value} does not exist`, 'the path of a file that this server may read');
  };
  const files = { ca: read('NATS_CA'), cert: read('NATS_CERT'), key: read('NATS_KEY'), creds: read('NATS_CREDS') };
  if ((files.cert === null) === (files.key === null)) return files;
  const [there, missing] = files.cert === null ? ['NATS_KEY', 'NATS_CERT'] : ['NATS_CERT', 'NATS_KEY'];
  throw new ConfigError(missing, `it is required with ${there}`, 'a certificate and its key');
}

function readEndpoint(value: string): string {
  const url = URL.parse(value);
  const isPlain = url?.username === '' && url.password === '' && url.pathname === '/' && url.search === '';
  if (url !== null && isPlain && url.hash === '' && /^https?:$/.test(url.protocol)) return url.origin;
  // The URL may hold a password, so the message does not repeat it.
  const allowed = 'http://host:port or https://host:port; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  throw new ConfigError('DAYBREAK_S3_ENDPOINT', 'the value is not a server address', allowed);
}

function readPrecision(value: string): Precision {
  const precision = PRECISIONS.find((one) => one === value);
  if (precision !== undefined) return precision;
  throw new ConfigError(
    'DAYBREAK_PRECISION',
    `${JSON.stringify(value)} is not a precision`,
    'f32, f32-high, f16 or int8',
  );
}

function readKvCache(value: string): CacheSetting {
  const type = CACHE_SETTINGS.find((one) => one === value);
  if (type !== undefined) return type;
  throw new ConfigError('DAYBREAK_KV_CACHE', `${JSON.stringify(value)} is not a cache type`, 'auto, f32, f16 or int8');
}
