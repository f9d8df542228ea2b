import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { checkFileName } from '../artifacts/file-name.ts';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { type ArtifactName, artifactUrl, belongsToModel, parseArtifactUrl } from './artifact-url.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { noteRemovals } from './removals.ts';
import { checkText, timestamp } from './stored-value.ts';
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
  created: string;
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

type ArtifactRow = Omit<ArtifactRecord, 'url'>;

/** PostgreSQL's count of bytes (bigint) arrives as text. */
type FileRow = Omit<ArtifactFile, 'bytes'> & { artifact_id: string; bytes: number | string };

/** SQLite takes 32,766 values in a statement, PostgreSQL 65,535. */
const IDS_PER_STATEMENT = 1_000;

export class Artifacts {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Makes the next version of the name, which is none that was deleted. Raises `invalid_value` for a name that its URL could not carry. */
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
      const rows: FileRow[] = ids.length === 0 ? [] : await db('artifact_files').whereIn('artifact_id', ids);
      const filesOf = Map.groupBy(rows, ({ artifact_id }) => artifact_id);
      const data = page.data.map((record) => ({ ...record, files: byName(filesOf.get(record.id) ?? []) }));
      return { ...page, data };
    });
  }

  /**
   * Deletes the artifact with its files; the caller then removes the paths that come back. Jobs have copies of their
   * data, so none misses it. Raises `not_found`.
   */
  delete(id: string): Promise<string[]> {
    return this.database.write(async (db) => {
      const row: ArtifactRow | undefined = await ownRows(db('artifacts').where({ id }), this.owner).forUpdate().first();
      if (row === undefined) throw notFound('artifact', id);
      const paths: string[] = await db('artifact_files').where({ artifact_id: id }).pluck('path');
      await db('artifacts').where({ id }).delete();
      await noteRemovals(db, paths);
      noteUpdate(db, { type: 'artifact', id, modelId: null, owner: row.owner });
      return paths;
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
   * Raises `not_found` and `unsafe_name`.
   */
  async putFile(
    artifactId: string,
    file: Omit<ArtifactFile, 'created'>,
  ): Promise<{ file: ArtifactFile; replaced: string | null }> {
    checkFileName(file.name);
    return this.database.write(async (db) => {
      const artifact: ArtifactRow | undefined = await ownRows(db('artifacts').where({ id: artifactId }), this.owner)
        .forUpdate()
        .first();
      if (artifact === undefined) throw notFound('artifact', artifactId);
      const place = { artifact_id: artifactId, name: file.name };
      const old: FileRow | undefined = await db('artifact_files').where(place).first();
      await db('artifact_files').where(place).delete();
      await noteRemovals(db, [old?.path ?? null]);
      const row: FileRow = { ...file, artifact_id: artifactId, created: timestamp() };
      await db('artifact_files').insert(row);
      noteUpdate(db, { type: 'artifact', id: artifactId, modelId: null, owner: artifact.owner });
      return { file: toFile(row), replaced: old?.path ?? null };
    });
  }

  /** By name. Raises `not_found` for an unknown artifact. */
  files(artifactId: string): Promise<ArtifactFile[]> {
    return this.database.query(async (db) => {
      await findArtifact(db, artifactId, this.owner);
      const rows: FileRow[] = await db('artifact_files').where({ artifact_id: artifactId });
      return byName(rows);
    });
  }

  /** Raises `not_found` for an unknown artifact or name. */
  async file(artifactId: string, name: string): Promise<ArtifactFile> {
    checkFileName(name);
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
    await db('artifacts').whereIn('id', some).delete();
    for (const id of some) noteUpdate(db, { type: 'artifact', id, modelId: null, owner });
  }
  return paths;
}

async function insertNextVersion(db: Knex, artifact: Required<NewArtifact>): Promise<ArtifactRecord> {
  const { entity, project, name, owner } = artifact;
  const [{ next }]: { next: number }[] = await db('artifact_versions')
    .insert({ entity, project, name, owner, next: 1 })
    .onConflict(['owner', 'entity', 'project', 'name'])
    .merge({ next: db.raw('artifact_versions.next + 1') })
    .returning('next');
  const version = next - 1;
  const row: ArtifactRow = { id: randomUUID(), entity, project, name, version, owner, created: timestamp() };
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

function toRecord(row: ArtifactRow): ArtifactRecord {
  const { id, entity, project, name, version, owner, created } = row;
  return { id, entity, project, name, version, url: artifactUrl(row), owner, created };
}

function byName(rows: readonly FileRow[]): ArtifactFile[] {
  return rows.map(toFile).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toFile(row: FileRow): ArtifactFile {
  return { name: row.name, bytes: Number(row.bytes), sha256: row.sha256, path: row.path, created: row.created };
}
