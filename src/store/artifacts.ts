import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { checkFileName } from '../artifacts/file-name.ts';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { type ArtifactName, artifactUrl, belongsToModel, parseArtifactUrl } from './artifact-url.ts';
import type { Database } from './database.ts';
import { artifactBytes, lockOwnerQuota, NO_QUOTAS, type OwnerQuotas, tooManyBytes } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { noteRemovals } from './removals.ts';
import { checkText, type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** One version of a named set of files. */
export interface ArtifactRecord {
  id: string;
  entity: string;
  project: string;
  name: string;
  /** Counts from 0. */
  version: number;
  /** `daybreak-artifact:///{entity}/{project}/{name}:v{version}` */
  url: string;
  owner: string;
  /** Type that a W&B client gave; null for an artifact of another client. */
  type: string | null;
  /** MD5 of the manifest, in hex; null for an artifact of another client. */
  digest: string | null;
  description: string | null;
  metadata: JsonColumn | null;
  created: string;
}

/** Descriptive fields of an artifact; absent fields stay unchanged. */
export interface ArtifactDescription {
  description?: string | null;
  metadata?: JsonColumn;
}

export interface ArtifactFile {
  name: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
  /** Relative to the data folder. */
  path: string;
  created: string;
}

interface NewArtifact {
  entity: string;
  project: string;
  name: string;
  /** Needed only if the repository serves all owners. */
  owner?: string;
}

export interface ArtifactRow extends Omit<ArtifactRecord, 'url' | 'metadata'> {
  /** JSON. */
  metadata: string | null;
  /** Path of the manifest that a client uploaded. */
  manifest: string | null;
  /** PostgreSQL returns bigint as text. */
  manifest_bytes: number | string | null;
}

const UNDESCRIBED = {
  type: null,
  digest: null,
  description: null,
  metadata: null,
  manifest: null,
  manifest_bytes: null,
};

/** Row of a file; PostgreSQL returns bigint as text. */
type FileRow = Omit<ArtifactFile, 'bytes'> & { artifact_id: string; bytes: number | string };

/** Ids bound in one statement: SQLite allows 32,766 bound values, PostgreSQL 65,535. */
const IDS_PER_STATEMENT = 1_000;

/** Most files of one artifact; an older version of the server may have stored more. */
export const MAX_FILES = 1_000;
/** Rows read or deleted at once: SQLite runs on the event loop, and this many take some milliseconds. */
const FILES_PER_STATEMENT = 1_000;

export class Artifacts {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly quotas: OwnerQuotas;

  constructor(database: Database, owner: Owner = null, quotas: OwnerQuotas = NO_QUOTAS) {
    this.database = database;
    this.owner = owner;
    this.quotas = quotas;
  }

  /**
   * Creates the next version of the name; the number of a deleted version is never reused. Throws `invalid_value` for a
   * name that its URL could not carry.
   */
  async create(artifact: NewArtifact): Promise<ArtifactRecord> {
    for (const field of ['entity', 'project', 'name'] as const) checkUrlPart(field, artifact[field]);
    const owned = { ...artifact, owner: ownerOf(this.owner, artifact.owner) };
    return this.database.write((db) => insertNextVersion(db, owned));
  }

  /** Returns the artifact. Throws `not_found`. */
  get(id: string): Promise<ArtifactRecord> {
    return this.database.query(async (db) => toRecord(await findArtifact(db, id, this.owner)));
  }

  /** Returns artifacts with their files, oldest first by default. Throws `not_found` for an unknown cursor. */
  list(request: PageRequest = {}): Promise<Page<ArtifactRecord & { files: ArtifactFile[] }>> {
    return this.database.query(async (db) => {
      const page = await readPage({ rows: ownRows(db('artifacts'), this.owner), orderBy: 'seq' }, request, toRecord);
      const ids = page.data.map(({ id }) => id);
      const rows = await filesOfAll(db, ids);
      const filesOf = Map.groupBy(rows, ({ artifact_id }) => artifact_id);
      const data = page.data.map((record) => ({ ...record, files: byName(filesOf.get(record.id) ?? []) }));
      return { ...page, data };
    });
  }

  /**
   * Deletes the artifact and its file rows; the caller then removes the returned paths. No job needs them: a job that
   * trains on an artifact is created only once it has a copy of its data. An artifact of many files is deleted in
   * several transactions, so that other requests get a turn; after a crash it remains with the files that are left.
   * Throws `not_found`.
   */
  async delete(id: string): Promise<string[]> {
    const paths: string[] = [];
    for (;;) {
      const part = await this.database.write((db) => deletePart(db, id, this.owner));
      for (const path of part.paths) paths.push(path);
      if (part.isLast) return paths;
      await nextIteration();
    }
  }

  /**
   * Returns a check of the bytes received so far; it throws `quota_exceeded` above the owner's limit. Throws
   * `not_found`, and `conflict` if the artifact has its maximum of files and none of this name.
   */
  checkRoom(artifactId: string, name: string): Promise<(bytes: number) => void> {
    return this.database.query(async (db) => {
      const { owner } = await findArtifact(db, artifactId, this.owner);
      await checkRoom(db, artifactId, name);
      const { artifactBytes: most } = this.quotas;
      if (most === null) return () => {};
      const old: Pick<FileRow, 'bytes'> | undefined = await db('artifact_files')
        .where({ artifact_id: artifactId, name })
        .first('bytes');
      const used = (await artifactBytes(db, owner)) - Number(old?.bytes ?? 0);
      return (bytes) => {
        if (bytes > 0 && used + bytes > most) throw tooManyBytes(used, most);
      };
    });
  }

  /**
   * Returns the artifact of a URL of either scheme; without a version, or with `:latest`, the newest. Throws
   * `not_found`.
   */
  resolve(url: string): Promise<ArtifactRecord> {
    return this.database.query(async (db) => {
      const name = parseArtifactUrl(url);
      const row = name === null ? undefined : await findVersion(db, name, this.owner);
      if (row === undefined) throw notFound('artifact', url);
      return toRecord(row);
    });
  }

  /**
   * Records a file that is already on disk. `replaced` is the path of a file of the same name, to be removed. Throws
   * `not_found`, `unsafe_name`, `conflict` above the maximum of files, and `quota_exceeded`.
   */
  async putFile(
    artifactId: string,
    file: Omit<ArtifactFile, 'created'>,
  ): Promise<{ file: ArtifactFile; replaced: string | null }> {
    checkFileName(file.name);
    const { artifactBytes: most } = this.quotas;
    return this.database.write(async (db) => {
      if (most !== null) await lockOwnerQuota(db, (await findArtifact(db, artifactId, this.owner)).owner);
      const artifact: ArtifactRow | undefined = await ownRows(db('artifacts').where({ id: artifactId }), this.owner)
        .forUpdate()
        .first();
      if (artifact === undefined) throw notFound('artifact', artifactId);
      await checkRoom(db, artifactId, file.name);
      const place = { artifact_id: artifactId, name: file.name };
      const old: FileRow | undefined = await db('artifact_files').where(place).first();
      await db('artifact_files').where(place).delete();
      await noteRemovals(db, [old?.path ?? null]);
      const row: FileRow = { ...file, artifact_id: artifactId, created: timestamp() };
      await db('artifact_files').insert(row);
      if (most !== null && file.bytes > Number(old?.bytes ?? 0)) await checkBytes(db, artifact.owner, file, most);
      noteUpdate(db, { type: 'artifact', id: artifactId, modelId: null, owner: artifact.owner });
      return { file: toFile(row), replaced: old?.path ?? null };
    });
  }

  /** Updates descriptive fields. Throws `not_found`, and `invalid_value` for a value that cannot be stored. */
  describe(id: string, { description, metadata }: ArtifactDescription): Promise<void> {
    checkText('description', description ?? '');
    const words = {
      ...(description === undefined ? {} : { description }),
      ...(metadata === undefined ? {} : { metadata: jsonText(metadata) }),
    };
    return this.database.write(async (db) => {
      const { owner } = await findArtifact(db, id, this.owner);
      if (Object.keys(words).length > 0) await db('artifacts').where({ id }).update(words);
      noteUpdate(db, { type: 'artifact', id, modelId: null, owner });
    });
  }

  /** Returns the path of the manifest that a client uploaded, or null. Throws `not_found`. */
  manifest(id: string): Promise<string | null> {
    return this.database.query(async (db) => (await findArtifact(db, id, this.owner)).manifest);
  }

  /** Returns the files, by name. Throws `not_found` for an unknown artifact. */
  files(artifactId: string): Promise<ArtifactFile[]> {
    return this.database.query(async (db) => {
      await findArtifact(db, artifactId, this.owner);
      return byName(await filesOfAll(db, [artifactId]));
    });
  }

  /** Returns one file. Throws `not_found` for an unknown artifact or name. */
  file(artifactId: string, name: string): Promise<ArtifactFile> {
    return this.database.query(async (db) => {
      await findArtifact(db, artifactId, this.owner);
      const row: FileRow | undefined = await db('artifact_files').where({ artifact_id: artifactId, name }).first();
      if (row === undefined) throw notFound('file', name);
      return toFile(row);
    });
  }
}

/** Deletes the artifacts that belong to a model, inside the caller's transaction. Returns their files' paths. */
export async function deleteArtifactsOfModel(
  db: Knex,
  model: { entity: string; project: string; name: string; owner: string },
): Promise<string[]> {
  const { entity, project, name, owner } = model;
  const ofProject = () => db('artifacts').where({ entity, project, owner }).select('id', 'name');
  const rows: Pick<ArtifactRow, 'id' | 'name'>[] = await ofProject().where({ name });
  rows.push(...(await ofProject().where('name', '>', `${name}-sft-data-`).where('name', '<', `${name}-sft-data-g`)));
  const ids = rows.filter((row) => belongsToModel(row.name, name)).map(({ id }) => id);
  const paths: string[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const some = ids.slice(start, start + IDS_PER_STATEMENT);
    await db('artifacts').whereIn('id', some).orderBy('seq').forUpdate().select('id');
    paths.push(...(await db('artifact_files').whereIn('artifact_id', some).pluck('path')));
    paths.push(...(await db('artifacts').whereIn('id', some).whereNotNull('manifest').pluck('manifest')));
    await db('artifacts').whereIn('id', some).delete();
    for (const id of some) noteUpdate(db, { type: 'artifact', id, modelId: null, owner });
  }
  return paths;
}

/** Deletes a batch of files inside the caller's transaction, and with the last batch the artifact. */
async function deletePart(db: Knex, id: string, owner: Owner): Promise<{ paths: string[]; isLast: boolean }> {
  const row: ArtifactRow | undefined = await ownRows(db('artifacts').where({ id }), owner).forUpdate().first();
  if (row === undefined) throw notFound('artifact', id);
  const files: Pick<FileRow, 'name' | 'path'>[] = await db('artifact_files')
    .where({ artifact_id: id })
    .orderBy('name')
    .limit(FILES_PER_STATEMENT + 1)
    .select('name', 'path');
  const isLast = files.length <= FILES_PER_STATEMENT;
  const some = files.slice(0, FILES_PER_STATEMENT);
  const paths = some.map(({ path }) => path);
  if (isLast && row.manifest !== null) paths.push(row.manifest);
  if (isLast) await db('artifacts').where({ id }).delete();
  else {
    const names = some.map(({ name }) => name);
    await db('artifact_files').where({ artifact_id: id }).whereIn('name', names).delete();
  }
  await noteRemovals(db, paths);
  noteUpdate(db, { type: 'artifact', id, modelId: null, owner: row.owner });
  return { paths, isLast };
}

async function checkRoom(db: Knex, artifactId: string, name: string): Promise<void> {
  const files = () => db('artifact_files').where({ artifact_id: artifactId });
  const beyond = await files()
    .offset(MAX_FILES - 1)
    .first('name');
  if (beyond === undefined || (await files().where({ name }).first('name')) !== undefined) return;
  const most = MAX_FILES.toLocaleString('en');
  throw new StorageError('conflict', `The artifact has ${most} files, which is the maximum; create another version.`);
}

async function checkBytes(db: Knex, owner: string, file: { bytes: number }, most: number): Promise<void> {
  const all = await artifactBytes(db, owner);
  if (all > most) throw tooManyBytes(all - file.bytes, most);
}

/** Returns the files of the artifacts, read in batches so that other requests get a turn. */
async function filesOfAll(db: Knex, artifactIds: readonly string[]): Promise<FileRow[]> {
  const all: FileRow[] = [];
  let wanted = artifactIds;
  // Reads a batch; returns whether there may be more.
  const add = async (rows: Knex.QueryBuilder): Promise<boolean> => {
    const some: FileRow[] = await rows.orderBy(['artifact_id', 'name']).limit(FILES_PER_STATEMENT);
    for (const row of some) all.push(row);
    if (some.length < FILES_PER_STATEMENT) return false;
    await nextIteration();
    return true;
  };
  while (wanted.length > 0 && (await add(db('artifact_files').whereIn('artifact_id', wanted)))) {
    const { artifact_id } = all[all.length - 1];
    while (
      await add(
        db('artifact_files')
          .where({ artifact_id })
          .where('name', '>', all[all.length - 1].name),
      )
    );
    const read = new Set(all.map((row) => row.artifact_id));
    wanted = artifactIds.filter((id) => !read.has(id));
  }
  return all;
}

/** Inserts the next version inside the caller's transaction. `described` holds the columns besides the name. */
export async function insertNextVersion(
  db: Knex,
  artifact: Required<NewArtifact>,
  described: Partial<ArtifactRow> = {},
): Promise<ArtifactRecord> {
  const { entity, project, name, owner } = artifact;
  const [{ next }]: { next: number }[] = await db('artifact_versions')
    .insert({ entity, project, name, owner, next: 1 })
    .onConflict(['owner', 'entity', 'project', 'name'])
    .merge({ next: db.raw('artifact_versions.next + 1') })
    .returning('next');
  const version = next - 1;
  const named = { id: randomUUID(), entity, project, name, version, owner, created: timestamp() };
  const row: ArtifactRow = { ...named, ...UNDESCRIBED, ...described };
  await db('artifacts').insert(row);
  noteUpdate(db, { type: 'artifact', id: row.id, modelId: null, owner });
  return toRecord(row);
}

async function findVersion(db: Knex, artifact: ArtifactName, owner: Owner): Promise<ArtifactRow | undefined> {
  const { entity, project, name, version } = artifact;
  const query = ownRows(db('artifacts').where({ entity, project, name }), owner);
  return version === null ? query.orderBy('version', 'desc').first() : query.where({ version }).first();
}

async function findArtifact(db: Knex, id: string, owner: Owner): Promise<ArtifactRow> {
  const row: ArtifactRow | undefined = await ownRows(db('artifacts').where({ id }), owner).first();
  if (row === undefined) throw notFound('artifact', id);
  return row;
}

function checkUrlPart(field: string, text: string): void {
  checkText(field, text);
  if (text !== '' && !/[/:]/.test(text)) return;
  throw new StorageError('invalid_value', `'${field}' must not be empty and must not contain '/' or ':'.`);
}

export function toRecord(row: ArtifactRow): ArtifactRecord {
  const { id, entity, project, name, version, owner, type, digest, description, created } = row;
  const metadata = row.metadata === null ? null : parseObject(row.metadata);
  const url = artifactUrl(row);
  return { id, entity, project, name, version, url, owner, type, digest, description, metadata, created };
}

function byName(rows: readonly FileRow[]): ArtifactFile[] {
  return rows.map(toFile).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toFile(row: FileRow): ArtifactFile {
  return { name: row.name, bytes: Number(row.bytes), sha256: row.sha256, path: row.path, created: row.created };
}
