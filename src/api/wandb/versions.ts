import { absentAsNull, notFound, StorageError } from '../../artifacts/storage-error.ts';
import { type CollectionName, isReservedAlias } from '../../store/artifact-aliases.ts';
import type { ArtifactRecord } from '../../store/artifacts.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';
import type { ClientRunName, ListedRun } from '../../store/client-runs.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Records } from '../../store/store.ts';

/** A version of an artifact in W&B's sense: an uploaded artifact, or a checkpoint of the model of that name. */
export type Version =
  | { kind: 'artifact'; record: ArtifactRecord }
  | { kind: 'checkpoint'; checkpoint: CheckpointRecord; model: ModelRecord };

/** Artifact type of adapters in W&B. */
export const ADAPTER_TYPE = 'lora';

/** The artifact versions of one owner. */
export class Versions {
  readonly #own: Records;

  constructor(own: Records) {
    this.#own = own;
  }

  /** Returns a version by id. Raises `not_found`. */
  async get(id: string): Promise<Version> {
    const record = await absentAsNull(this.#own.artifacts.get(id));
    if (record !== null) return { kind: 'artifact', record };
    const checkpoint = await absentAsNull(this.#own.checkpoints.get(id));
    if (checkpoint === null) throw notFound('artifact', id);
    return { kind: 'checkpoint', checkpoint, model: await this.#own.models.get(checkpoint.modelId) };
  }

  /** Returns the model that a collection belongs to; null if none. */
  model({ entity, project, name }: CollectionName): Promise<ModelRecord | null> {
    return absentAsNull(this.#own.models.byName(entity, project, name));
  }

  /**
   * Returns the version with an alias, including `v{N}` and `latest`; null if there is none. A model's checkpoints take
   * precedence.
   */
  async find(collection: CollectionName, alias: string): Promise<Version | null> {
    const model = await this.model(collection);
    const checkpoint = model === null ? null : await this.#checkpoint(model, alias);
    if (model !== null && checkpoint !== null) return { kind: 'checkpoint', checkpoint, model };
    const record = await this.#artifact(collection, alias);
    return record === null ? null : { kind: 'artifact', record };
  }

  /** Returns up to `limit` versions after the cursor, newest first, and one extra if there are more. */
  async list(collection: CollectionName, after: string | null, limit: number): Promise<Version[]> {
    const model = await this.model(collection);
    if (model !== null) {
      const page = await this.#own.checkpoints.page(model.id, { after, limit: limit + 1, order: 'desc' });
      return page.data.map((checkpoint) => ({ kind: 'checkpoint', checkpoint, model }));
    }
    const before = after === null ? null : (await this.#own.artifacts.get(after)).version;
    const records = await this.#own.artifactVersions.list(collection, before, limit + 1);
    return records.map((record) => ({ kind: 'artifact', record }));
  }

  async count(collection: CollectionName): Promise<number> {
    const model = await this.model(collection);
    return model === null ? this.#own.artifactVersions.count(collection) : this.#own.checkpoints.count(model.id);
  }

  /** Returns all aliases, given and implied. `newest` is the newest version of the collection. */
  async aliases(version: Version, newest: Version | null): Promise<string[]> {
    const given = await this.givenAliases(version);
    const latest = newest !== null && idOf(newest) === idOf(version) ? ['latest'] : [];
    const step = version.kind === 'checkpoint' ? [`step${version.checkpoint.step}`] : [];
    return [...new Set([...step, ...latest, ...given, `v${versionOf(version)}`])];
  }

  /** Returns the aliases that clients gave a version. */
  givenAliases(version: Version): Promise<string[]> {
    return this.#own.aliases.of(collectionOf(version), targetOf(version));
  }

  async setAliases(version: Version, aliases: readonly string[]): Promise<void> {
    const settable = aliases.filter((alias) => !isReservedAlias(alias) && !isOwnStep(version, alias));
    await this.#own.aliases.set(collectionOf(version), settable, targetOf(version));
  }

  async removeAliases(version: Version, aliases: readonly string[]): Promise<void> {
    const given = aliases.filter((alias) => !isReservedAlias(alias));
    await this.#own.aliases.remove(collectionOf(version), given, targetOf(version));
  }

  /** Returns the tags, sorted by name. */
  tags(version: Version): Promise<string[]> {
    return this.#own.tags.of(targetOf(version));
  }

  /** Adds and removes tags. Raises `invalid_value` and `quota_exceeded`. */
  changeTags(version: Version, change: { add: readonly string[]; remove: readonly string[] }): Promise<void> {
    return this.#own.tags.change(targetOf(version), change);
  }

  /** Returns the run that created a version; null if unknown. */
  maker(version: Version): Promise<ListedRun | null> {
    return this.#own.provenance.maker(targetOf(version));
  }

  /** Returns the runs that used a version, earliest first. */
  users(version: Version): Promise<ListedRun[]> {
    return this.#own.provenance.users(targetOf(version));
  }

  /** Records that a run created or used a version. An unknown run is ignored. */
  async note(version: Version, role: 'made' | 'used', run: ClientRunName): Promise<void> {
    const found = await this.#own.clientRuns.find(run);
    if (found !== null) await this.#own.provenance.note(found.id, role, targetOf(version));
  }

  /** Stores the description and metadata that a client sends; a checkpoint takes only metadata. */
  async describe(version: Version, words: { description?: string; metadata?: Record<string, unknown> }): Promise<void> {
    if (version.kind === 'artifact') return this.#own.artifacts.describe(version.record.id, words);
    if (words.metadata !== undefined) await this.#own.checkpoints.describe(version.checkpoint.id, words.metadata);
  }

  async #checkpoint(model: ModelRecord, alias: string): Promise<CheckpointRecord | null> {
    const { checkpoints, aliases } = this.#own;
    if (alias === 'latest') return checkpoints.newest(model.id);
    const target = await aliases.find(model, alias);
    if (target !== null && 'checkpointId' in target) return absentAsNull(checkpoints.get(target.checkpointId));
    const [, step, version] = /^(?:step(\d{1,9})|v(\d{1,9}))$/.exec(alias) ?? [];
    if (step !== undefined) return absentAsNull(checkpoints.byStep(model.id, Number(step)));
    return version === undefined ? null : absentAsNull(checkpoints.byVersion(model.id, Number(version)));
  }

  async #artifact(collection: CollectionName, alias: string): Promise<ArtifactRecord | null> {
    const { artifactVersions, aliases, artifacts } = this.#own;
    const version = /^v(\d{1,9})$/.exec(alias)?.[1];
    if (alias === 'latest' || version !== undefined) {
      return artifactVersions.find(collection, version === undefined ? null : Number(version));
    }
    const target = await aliases.find(collection, alias);
    return target !== null && 'artifactId' in target ? absentAsNull(artifacts.get(target.artifactId)) : null;
  }
}

export function idOf(version: Version): string {
  return version.kind === 'artifact' ? version.record.id : version.checkpoint.id;
}

/** Returns the version number, counted from 0. */
export function versionOf(version: Version): number {
  return version.kind === 'artifact' ? version.record.version : version.checkpoint.version;
}

export function collectionOf(version: Version): CollectionName {
  const { entity, project, name } = version.kind === 'artifact' ? version.record : version.model;
  return { entity, project, name };
}

export function artifactTypeOf(version: Version): string {
  return version.kind === 'checkpoint' ? ADAPTER_TYPE : (version.record.type ?? 'dataset');
}

export function metadataOf(version: Version): Record<string, unknown> {
  if (version.kind === 'artifact') return version.record.metadata ?? {};
  return { 'wandb.base_model': version.model.baseModel, ...version.checkpoint.metadata };
}

function targetOf(version: Version) {
  return version.kind === 'artifact' ? { artifactId: version.record.id } : { checkpointId: version.checkpoint.id };
}

/**
 * Returns whether an alias is the checkpoint's own `step{N}`, which it has implicitly. Throws for the alias of another
 * step.
 */
function isOwnStep(version: Version, alias: string): boolean {
  if (version.kind !== 'checkpoint' || !/^step\d+$/.test(alias)) return false;
  if (alias === `step${version.checkpoint.step}`) return true;
  const message = `'${alias}' is reserved for the checkpoint of that step.`;
  throw new StorageError('invalid_value', message);
}
