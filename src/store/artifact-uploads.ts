import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { type CollectionName, checkAliases, isReservedAlias, setAliases } from './artifact-aliases.ts';
import { noteProvenance } from './artifact-provenance.ts';
import { addTags, checkTags } from './artifact-tags.ts';
import { type ArtifactRecord, insertNextVersion, MAX_FILES } from './artifacts.ts';
import type { Database } from './database.ts';
import { artifactBytes, lockOwnerQuota, NO_QUOTAS, type OwnerQuotas, tooManyBytes } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { checkName, checkText, type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';

/** An artifact upload in progress; invisible to others until it is committed. */
export interface ArtifactUpload extends CollectionName {
  id: string;
  type: string;
  /** MD5 of the manifest, in hex. */
  digest: string;
  description: string | null;
  metadata: JsonColumn;
  /** Aliases that the version gets on commit. */
  aliases: readonly string[];
  tags: readonly string[];
  /** Run of the uploading client, if it is known here. */
  clientRunId: string | null;
  created: string;
}

/** An announced file; `path` is null until the file has been received. */
export interface UploadFile {
  name: string;
  /** Base64. */
  md5: string;
  isManifest: boolean;
  bytes: number | null;
  sha256: string | null;
  /** Relative to the data folder. */
  path: string | null;
}

interface Row extends Omit<ArtifactUpload, 'metadata' | 'aliases' | 'tags' | 'clientRunId'> {
  owner: string;
  client_run_id: string | null;
  /** JSON, as are `aliases` and `tags`. */
  metadata: string;
  aliases: string;
  tags: string;
}

interface FileRow {
  upload_id: string;
  name: string;
  md5: string;
  is_manifest: number;
  /** PostgreSQL returns bigint as text. */
  bytes: number | string | null;
  sha256: string | null;
  path: string | null;
}

/** A received file. */
interface ReceivedFile {
  name: string;
  /** MD5 that was announced when the file was sent. */
  md5: string;
  bytes: number;
  sha256: string;
  path: string;
}

/** Age at which an unfinished upload is deleted. */
const KEPT_MS = 24 * 3_600_000;
/** Uploads deleted in one transaction; each may have more than a thousand files. */
const UPLOADS_PER_STATEMENT = 10;
/** Most unfinished uploads of one owner. */
const MAX_UPLOADS = 1_000;
/** Versions, over all artifacts, at which an owner can begin no further upload. */
const MAX_VERSIONS = 10_000;

export class ArtifactUploads {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly quotas: OwnerQuotas;

  constructor(database: Database, owner: Owner = null, quotas: OwnerQuotas = NO_QUOTAS) {
    this.database = database;
    this.owner = owner;
    this.quotas = quotas;
  }

  /** Begins an upload. Throws `invalid_value` for a malformed name, alias or tag, and `quota_exceeded`. */
  begin(upload: Omit<ArtifactUpload, 'id' | 'created'>): Promise<ArtifactUpload> {
    const owner = ownerOf(this.owner, undefined);
    const { entity, project, name, type, digest, description } = upload;
    for (const [field, text] of Object.entries({ entity, project, name })) checkName(field, text);
    for (const text of [type, digest, description ?? '']) checkText('artifact', text);
    const aliases = upload.aliases.filter((alias) => !isReservedAlias(alias));
    checkAliases(aliases);
    checkTags(upload.tags);
    const row: Row = {
      ...{ id: randomUUID(), owner, entity, project, name, type, digest, description, created: timestamp() },
      ...{ metadata: jsonText(upload.metadata), aliases: JSON.stringify(aliases) },
      ...{ tags: JSON.stringify(upload.tags), client_run_id: upload.clientRunId },
    };
    return this.database.write(async (db) => {
      await checkUploads(db, owner);
      await checkVersions(db, owner);
      await db('artifact_uploads').insert(row);
      return toRecord(row);
    });
  }

  /** Returns the upload. Throws `not_found`. */
  get(id: string): Promise<ArtifactUpload> {
    return this.database.query(async (db) => toRecord(await find(db, id, this.owner)));
  }

  /** Returns an announced file. Throws `not_found`, also for a file that was not announced. */
  file(id: string, name: string): Promise<UploadFile> {
    return this.database.query(async (db) => {
      await find(db, id, this.owner);
      const row: FileRow | undefined = await db('artifact_upload_files').where({ upload_id: id, name }).first();
      if (row === undefined) throw notFound('file', name);
      return toFile(row);
    });
  }

  /** Returns the announced files, by name. Throws `not_found`. */
  files(id: string): Promise<UploadFile[]> {
    return this.database.query(async (db) => {
      await find(db, id, this.owner);
      return (await fileRows(db, id)).map(toFile);
    });
  }

  /**
   * Announces files. A file announced again with another MD5 must be sent again; the paths of its old content are
   * returned, to be removed. Throws `not_found`, `invalid_value`, and `conflict` for more files than an artifact may
   * have.
   */
  announce(id: string, files: readonly Pick<UploadFile, 'name' | 'md5' | 'isManifest'>[]): Promise<string[]> {
    for (const { name, md5 } of files) {
      checkFilePath(name);
      checkText('md5', md5);
    }
    return this.database.write(async (db) => {
      await lockUpload(db, id, this.owner);
      const known = new Map((await fileRows(db, id)).map((row) => [row.name, row]));
      const paths: string[] = [];
      for (const { name, md5, isManifest } of files) {
        const old = known.get(name);
        const isSame = old?.md5 === md5 && old.is_manifest === Number(isManifest);
        if (isSame) continue;
        if (old?.path != null) paths.push(old.path);
        const nothing = { bytes: null, sha256: null, path: null };
        const row: FileRow = { upload_id: id, name, md5, is_manifest: Number(isManifest), ...nothing };
        await db('artifact_upload_files').insert(row).onConflict(['upload_id', 'name']).merge();
        known.set(name, row);
      }
      await noteRemovals(db, paths);
      const beyond = await db('artifact_upload_files')
        .where({ upload_id: id })
        .offset(MAX_FILES + 1)
        .first('name');
      if (beyond === undefined) return paths;
      const most = MAX_FILES.toLocaleString('en');
      throw new StorageError('conflict', `An artifact can have at most ${most} files; use several artifacts.`);
    });
  }

  /** Returns a check of the bytes received so far; it throws `quota_exceeded` above the owner's limit. */
  checkRoom(): Promise<(bytes: number) => void> {
    const { artifactBytes: most } = this.quotas;
    if (most === null) return Promise.resolve(() => {});
    return this.database.query(async (db) => {
      const used = await artifactBytes(db, ownerOf(this.owner, undefined));
      return (bytes) => {
        if (bytes > 0 && used + bytes > most) throw tooManyBytes(used, most);
      };
    });
  }

  /**
   * Records a file that is already on disk. `replaced` is the path of its previous content, to be removed. Throws
   * `not_found` if the file was not announced, `conflict` if another MD5 was announced since, and `quota_exceeded`.
   */
  putFile(id: string, { name, md5, ...file }: ReceivedFile): Promise<{ replaced: string | null }> {
    const { artifactBytes: most } = this.quotas;
    const owner = ownerOf(this.owner, undefined);
    return this.database.write(async (db) => {
      if (most !== null) await lockOwnerQuota(db, owner);
      await lockUpload(db, id, this.owner);
      const place = { upload_id: id, name };
      const old: FileRow | undefined = await db('artifact_upload_files').where(place).forUpdate().first();
      if (old === undefined) throw notFound('file', name);
      if (old.md5 !== md5)
        throw new StorageError('conflict', `The file '${name}' has meanwhile been announced with another MD5.`);
      await db('artifact_upload_files').where(place).update(file);
      await noteRemovals(db, [old.path]);
      const all = most === null ? 0 : await artifactBytes(db, owner);
      if (most !== null && all > most && file.bytes > Number(old.bytes ?? 0))
        throw tooManyBytes(all - file.bytes, most);
      return { replaced: old.path };
    });
  }

  /** Turns the upload into the next version of its name, with its aliases and tags. Throws `not_found`. */
  commit(id: string): Promise<ArtifactRecord> {
    return this.database.write(async (db) => {
      const upload = await lockUpload(db, id, this.owner);
      const { owner, entity, project, name, type, digest, description, metadata } = upload;
      const files = await fileRows(db, id);
      const manifest = files.find(({ is_manifest }) => is_manifest === 1);
      const stored = { manifest: manifest?.path ?? null, manifest_bytes: manifest?.bytes ?? null };
      const described = { id, type, digest, description, metadata, ...stored };
      const record = await insertNextVersion(db, { owner, entity, project, name }, described);
      const created = timestamp();
      for (const { name: file, bytes, sha256, path, is_manifest } of files) {
        if (is_manifest === 1) continue;
        await db('artifact_files').insert({ artifact_id: id, name: file, bytes, sha256, path, created });
      }
      const aliases: string[] = JSON.parse(upload.aliases);
      await setAliases(db, { owner, entity, project, name }, aliases, { artifactId: id });
      await addTags(db, owner, JSON.parse(upload.tags), { artifactId: id });
      const clientRunId = upload.client_run_id;
      if (clientRunId !== null) await noteProvenance(db, { owner, clientRunId, role: 'made' }, { artifactId: id });
      await db('artifact_uploads').where({ id }).delete();
      return record;
    });
  }

  /**
   * Deletes uploads that began more than a day ago. Runs one small transaction at a time, so that other requests get a
   * turn. The caller removes the yielded paths before it asks for the next.
   */
  async *deleteExpired(): AsyncGenerator<string[], void, void> {
    const before = new Date(Date.now() - KEPT_MS).toISOString();
    for (;;) {
      const part = await this.database.write(async (db) => {
        const old = ownRows(db('artifact_uploads').where('created', '<', before), this.owner);
        const ids: string[] = await old.limit(UPLOADS_PER_STATEMENT).forUpdate().pluck('id');
        return { ids, paths: await remove(db, ids) };
      });
      yield part.paths;
      if (part.ids.length < UPLOADS_PER_STATEMENT) return;
      await nextIteration();
    }
  }
}

async function remove(db: Knex, ids: readonly string[]): Promise<string[]> {
  const paths: string[] = await db('artifact_upload_files')
    .whereIn('upload_id', ids)
    .whereNotNull('path')
    .pluck('path');
  await noteRemovals(db, paths);
  await db('artifact_uploads').whereIn('id', ids).delete();
  return paths;
}

async function checkUploads(db: Knex, owner: string): Promise<void> {
  const beyond = await db('artifact_uploads')
    .where({ owner })
    .offset(MAX_UPLOADS - 1)
    .first('id');
  if (beyond === undefined) return;
  const most = MAX_UPLOADS.toLocaleString('en');
  const message = `You have ${most} unfinished uploads, the maximum; finish some, or wait: each expires after a day.`;
  throw new StorageError('quota_exceeded', message);
}

async function checkVersions(db: Knex, owner: string): Promise<void> {
  const beyond = await db('artifacts')
    .where({ owner })
    .offset(MAX_VERSIONS - 1)
    .first('id');
  if (beyond === undefined) return;
  const way = 'Delete some (DELETE /v1/preview/artifacts/{artifact_id})';
  const message = `You have ${MAX_VERSIONS.toLocaleString('en')} versions of artifacts, which is the maximum. ${way}.`;
  throw new StorageError('quota_exceeded', message);
}

/** Locks the upload until the transaction ends, so that nobody else commits or deletes it. Throws `not_found`. */
async function lockUpload(db: Knex, id: string, owner: Owner): Promise<Row> {
  return found(await ownRows(db<Row>('artifact_uploads').where({ id }), owner).forUpdate().first(), id);
}

async function find(db: Knex, id: string, owner: Owner): Promise<Row> {
  return found(await ownRows(db<Row>('artifact_uploads').where({ id }), owner).first(), id);
}

function found(row: Row | undefined, id: string): Row {
  if (row === undefined) throw notFound('artifact', id);
  return row;
}

function fileRows(db: Knex, id: string): Promise<FileRow[]> {
  return db('artifact_upload_files').where({ upload_id: id }).orderBy('name');
}

/** Checks a file's path inside the artifact. The path is only a name in the database, never a path on disk. */
function checkFilePath(path: string): void {
  checkText('name', path);
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (isPlain && path.length <= 512 && Buffer.byteLength(path) <= 1024 && !/[\p{Cc}\\]/u.test(path)) return;
  const allowed =
    'paths of at most 512 characters and 1,024 bytes, without control characters, \\ or parts that are empty, . or ..';
  throw new StorageError(
    'invalid_value',
    `The file ${JSON.stringify(path.slice(0, 160))} is not valid; allowed are ${allowed}.`,
  );
}

function toRecord({ owner: _, metadata, aliases, tags, client_run_id: clientRunId, ...row }: Row): ArtifactUpload {
  const lists = { aliases: JSON.parse(aliases), tags: JSON.parse(tags) };
  return { ...row, ...lists, clientRunId, metadata: parseObject(metadata) };
}

function toFile({ name, md5, is_manifest, bytes, sha256, path }: FileRow): UploadFile {
  return { name, md5, isManifest: is_manifest === 1, bytes: bytes === null ? null : Number(bytes), sha256, path };
}
