import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { checkFileName } from '../artifacts/file-name.ts';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { type ArtifactName, artifactUrl, belongsToModel, parseArtifactUrl } from './artifact-url.ts';
import type { Database } from './database.ts';
import { artifactBytes, holdCounts, NO_QUOTAS, type OwnerQuotas, tooManyBytes } from './owner-quotas.ts';
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
  /** From 0. */
  version: number;
  /** `daybreak-artifact:///{entity}/{project}/{name}:v{version}` */
  url: string;
  owner: string;
  /** What W&B's client said of it; null where another made it. */
  type: string | null;
  /** That of its manifest, in hex. */
  digest: string | null;
  description: string | null;
  metadata: JsonColumn | null;
  created: string;
}

/** What may be said of an artifact. */
export interface ArtifactWords {
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
  /** Only where the repository is not that of one owner. */
  owner?: string;
}

export interface ArtifactRow extends Omit<ArtifactRecord, 'url' | 'metadata'> {
  /** JSON. */
  metadata: string | null;
  /** The path of the manifest that a client uploaded. */
  manifest: string | null;
  /** PostgreSQL gives it as text. */
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

/** PostgreSQL's count of bytes (bigint) arrives as text. */
type FileRow = Omit<ArtifactFile, 'bytes'> & { artifact_id: string; bytes: number | string };

/** SQLite takes 32,766 values in a statement, PostgreSQL 65,535. */
const IDS_PER_STATEMENT = 1_000;

/** Files of one artifact; those of older versions may have more. */
export const MOST_FILES = 1_000;
/** Rows that are read or deleted at once: SQLite works on the event loop, and this many take it some milliseconds. */
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
   * Makes the next version of the name, which is none that was deleted. Raises `invalid_value` for a name that its URL
   * could not carry.
   */
  async create(artifact: NewArtifact): Promise<ArtifactRecord> {
    for (const field of ['entity', 'project', 'name'] as const) checkUrlPart(field, artifact[field]);
    const owned = { ...artifact, owner: ownerOf(this.owner, artifact.owner) };
    return this.database.write((db) => insertNextVersion(db, owned));
  }

  /** Raises `not_found`. */
  get(id: string): Promise<ArtifactRecord> {
    return this.database.query(async (db) => toRecord(await findArtifact(db, id, this.owner)));
  }

  /** With their files, oldest first where no order is given. Raises `not_found` for an unknown cursor. */
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
   * Deletes the artifact with its files; the caller then removes the paths that come back. No job misses them: one of
   * an artifact is made only when it has a copy of its data. An artifact of many files goes in parts, between which
   * others have their turn; after a crash it is there with what is left. Raises `not_found`.
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
   * Before a file is received: what raises the error where it has more bytes than its owner may have beside others.
   * Raises `not_found`, and `conflict` where the artifact has all the files that it may have, and none of this name.
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

  /** By URL, of either scheme; without a version, or with `:latest`, the newest. Raises `not_found`. */
  resolve(url: string): Promise<ArtifactRecord> {
    return this.database.query(async (db) => {
      const name = parseArtifactUrl(url);
      const row = name === null ? undefined : await findVersion(db, name, this.owner);
      if (row === undefined) throw notFound('artifact', url);
      return toRecord(row);
    });
  }

  /**
   * Records a file that is already on disk. One of the same name is replaced; `replaced` is its path, to remove.
   * Raises `not_found`, `unsafe_name`, `conflict` for one more than an artifact may have, and `quota_exceeded`.
   */
  async putFile(
    artifactId: string,
    file: Omit<ArtifactFile, 'created'>,
  ): Promise<{ file: ArtifactFile; replaced: string | null }> {
    checkFileName(file.name);
    const { artifactBytes: most } = this.quotas;
    return this.database.write(async (db) => {
      if (most !== null) await holdCounts(db, (await findArtifact(db, artifactId, this.owner)).owner);
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

  /** Says more of an artifact. Raises `not_found`, and `invalid_value` for what cannot be stored. */
  describe(id: string, { description, metadata }: ArtifactWords): Promise<void> {
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

  /** The path of the manifest that a client uploaded, or null. Raises `not_found`. */
  manifest(id: string): Promise<string | null> {
    return this.database.query(async (db) => (await findArtifact(db, id, this.owner)).manifest);
  }

  /** By name. Raises `not_found` for an unknown artifact. */
  files(artifactId: string): Promise<ArtifactFile[]> {
    return this.database.query(async (db) => {
      await findArtifact(db, artifactId, this.owner);
      return byName(await filesOfAll(db, [artifactId]));
    });
  }

  /** Raises `not_found` for an unknown artifact or name. */
  file(artifactId: string, name: string): Promise<ArtifactFile> {
    return this.database.query(async (db) => {
      await findArtifact(db, artifactId, this.owner);
      const row: FileRow | undefined = await db('artifact_files').where({ artifact_id: artifactId, name }).first();
      if (row === undefined) throw notFound('file', name);
      return toFile(row);
    });
  }
}

/** Part of a transaction: deletes the artifacts that are a model's own and returns their files' paths. */
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

/** Part of a transaction: deletes as many of the files as fit, and the artifact with the last of them. */
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
    .offset(MOST_FILES - 1)
    .first('name');
  if (beyond === undefined || (await files().where({ name }).first('name')) !== undefined) return;
  const most = MOST_FILES.toLocaleString('en');
  throw new StorageError('conflict', `The artifact has ${most} files, which is the most; create another version.`);
}

async function checkBytes(db: Knex, owner: string, file: { bytes: number }, most: number): Promise<void> {
  const all = await artifactBytes(db, owner);
  if (all > most) throw tooManyBytes(all - file.bytes, most);
}

/** The files of the artifacts, read in parts, between which others have their turn. */
async function filesOfAll(db: Knex, artifactIds: readonly string[]): Promise<FileRow[]> {
  const all: FileRow[] = [];
  let wanted = artifactIds;
  // Adds a part; true where there may be more.
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

/** Part of a transaction; `described` is what is known of it beside its name. */
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
