import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { partPaths } from '../checkpoint/gguf-files.ts';
import { isJsonObject, readJsonObject } from '../checkpoint/json-file.ts';
import { TOKENIZER_FILES } from '../text/folder-text.ts';
import type { DownloadProgress } from './download-progress.ts';
import { downloadBlob } from './hub-blob.ts';
import { HubClient, type HubRepository } from './hub-client.ts';
import type { HubSettings } from './hub-settings.ts';
import { ModelSourceError } from './model-source-error.ts';

const WEIGHTS = 'model.safetensors';
const INDEX = 'model.safetensors.index.json';
const NEEDED = ['config.json'];
const WELCOME =
  /^(generation_config\.json|tokenizer_config\.json|special_tokens_map\.json|added_tokens\.json|chat_template\.jinja|additional_chat_templates\/[\w-]+\.jinja)$/;

/** A model on the hub. `file` is a GGUF file of the repository, or the first part of one; null means safetensors. */
export interface HubModel {
  id: string;
  revision: string;
  file: string | null;
}

function repositoryFolder(settings: HubSettings, id: string): string {
  return join(settings.cache, `models--${id.replaceAll('/', '--')}`);
}

/** Returns the model's path in huggingface_hub's cache if complete (without weights if `weights` is false), or null. */
export function cachedModel(settings: HubSettings, model: HubModel, weights = true): string | null {
  const folder = repositoryFolder(settings, model.id);
  const reference = join(folder, 'refs', model.revision);
  const commit = existsSync(reference) ? readFileSync(reference, 'utf8').trim() : model.revision;
  const snapshot = join(folder, 'snapshots', commit);
  if (!/^[0-9a-f]{40}$/.test(commit) || !existsSync(snapshot)) return null;
  if (model.file !== null) {
    const isComplete = partPaths(model.file).every((name) => existsSync(join(snapshot, name)));
    return isComplete ? join(snapshot, model.file) : null;
  }
  if (!NEEDED.every((name) => existsSync(join(snapshot, name)))) return null;
  if (!TOKENIZER_FILES.some((name) => existsSync(join(snapshot, name)))) return null;
  if (!weights) return snapshot;
  const files = existsSync(join(snapshot, INDEX)) ? shards(join(snapshot, INDEX)) : [WEIGHTS];
  return files.every((name) => existsSync(join(snapshot, name))) ? snapshot : null;
}

/**
 * Downloads a model's missing files into huggingface_hub's cache (blobs, snapshots, refs) and returns its path there.
 * Safetensors are downloaded only with `weights`, a GGUF file always. Throws `ModelSourceError`; files that were
 * complete by then stay in the cache.
 */
export async function downloadModel(
  settings: HubSettings,
  model: HubModel,
  progress: DownloadProgress,
  weights = true,
): Promise<string> {
  const client = new HubClient(settings);
  const repository = await client.repository(model.id, model.revision);
  const snapshot = join(repositoryFolder(settings, model.id), 'snapshots', repository.commit);
  const fetchFile = (name: string) => fetchIntoSnapshot(client, repository, snapshot, name, progress);
  if (model.file !== null) {
    requireFiles(repository, partPaths(model.file));
    for (const name of partPaths(model.file)) await fetchFile(name);
  } else {
    const tokenizer = TOKENIZER_FILES.find((name) => repository.files.includes(name)) ?? TOKENIZER_FILES[0];
    const needed = [...NEEDED, tokenizer];
    requireFiles(repository, needed);
    for (const name of repository.files.filter((file) => WELCOME.test(file))) await fetchFile(name);
    for (const name of needed) await fetchFile(name);
    if (weights) await fetchWeights(repository, snapshot, fetchFile);
  }
  await writeReference(repositoryFolder(settings, model.id), model.revision, repository.commit);
  return model.file === null ? snapshot : join(snapshot, model.file);
}

async function fetchWeights(
  repository: HubRepository,
  snapshot: string,
  fetchFile: (name: string) => Promise<void>,
): Promise<void> {
  const sharded = repository.files.includes(INDEX);
  if (sharded) await fetchFile(INDEX);
  const files = sharded ? shards(join(snapshot, INDEX)) : [WEIGHTS];
  requireFiles(repository, files);
  for (const name of files) await fetchFile(name);
}

function requireFiles(repository: HubRepository, names: readonly string[]): void {
  const missing = names.filter((name) => !repository.files.includes(name));
  if (missing.length === 0) return;
  const gguf = repository.files.filter((name) => name.endsWith('.gguf'));
  const hint = gguf.length === 0 ? '' : ` It has GGUF files; ask for one as ${repository.id}/${gguf[0]}.`;
  throw new ModelSourceError('unusable', `${repository.id} has no ${missing.join(', ')}.${hint}`);
}

function shards(indexPath: string): string[] {
  const map = readJsonObject(indexPath)?.weight_map;
  const names = isJsonObject(map) ? [...new Set(Object.values(map))] : [];
  const sound = names.every((name) => typeof name === 'string' && /^[\w.-]+\.safetensors$/.test(name));
  if (names.length === 0 || !sound) throw new ModelSourceError('unusable', `${indexPath}: weight_map names no shards`);
  return names as string[];
}

async function fetchIntoSnapshot(
  client: HubClient,
  repository: HubRepository,
  snapshot: string,
  name: string,
  progress: DownloadProgress,
): Promise<void> {
  const link = join(snapshot, name);
  if (existsSync(link)) return;
  const file = await client.file(repository, name);
  const blob = join(repositoryFolder(client.settings, repository.id), 'blobs', file.etag);
  const known = await stat(blob).catch(() => null);
  if (known?.size !== file.size) await downloadBlob(client, repository, file, blob, progress);
  await mkdir(dirname(link), { recursive: true });
  // An entry that exists here can only be a dangling symlink.
  await rm(link, { force: true });
  try {
    await symlink(relative(dirname(link), blob), link);
  } catch (error) {
    // Windows forbids symlinks to ordinary users without developer mode.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    await copyFile(blob, link);
  }
}

/** Records the commit of a branch or tag in `refs`, as huggingface_hub does. The write is atomic. */
async function writeReference(repositoryFolder: string, revision: string, commit: string): Promise<void> {
  if (revision === commit) return;
  const path = join(repositoryFolder, 'refs', revision);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, commit);
  await rename(temporary, path);
}
