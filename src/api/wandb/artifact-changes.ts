import type { DataFolder } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { absentAsNull } from '../../artifacts/storage-error.ts';
import { openStoredFile } from '../../artifacts/stored-file.ts';
import { checkAliases, isReservedAlias } from '../../store/artifact-aliases.ts';
import type { ArtifactUpload } from '../../store/artifact-uploads.ts';
import type { ArtifactRecord } from '../../store/artifacts.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Records } from '../../store/store.ts';
import { type ImportParts, importAdapter } from '../checkpoints/import-adapter.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';
import { toApiError } from '../errors/error-body.ts';
import { errorTable } from '../errors/error-table.ts';
import { MANIFEST_FILE, manifestFiles } from './manifest.ts';
import { readJson } from './run-fields.ts';
import { ADAPTER_TYPE, type Version, Versions } from './versions.ts';

const LONGEST_DESCRIPTION = 16_384;

/** An alias in the input of a mutation. */
export interface AliasInput {
  alias: string;
}

/** A tag in the input of a mutation. */
export interface TagInput {
  tagName: string;
}

/** Input of `createArtifact`, limited to the supported fields. */
export interface CreateArtifactInput {
  entityName: string;
  projectName: string;
  runName?: string | null;
  artifactTypeName: string;
  artifactCollectionName?: string | null;
  artifactCollectionNames?: string[] | null;
  digest: string;
  description?: string | null;
  metadata?: string | null;
  aliases?: AliasInput[] | null;
  tags?: TagInput[] | null;
}

/** Context of changes to artifacts. */
export interface Changing {
  own: Records;
  owner: string;
  signal: AbortSignal;
  folder: DataFolder;
  imports: ImportParts;
}

/**
 * Begins the upload of a version. If a version with identical files exists, that version gets the aliases and tags
 * instead. Raises what the store raises.
 */
export async function beginUpload(
  { own }: Changing,
  input: CreateArtifactInput,
  digestOf: (version: Version) => Promise<string>,
): Promise<{ upload: ArtifactUpload } | { known: Version }> {
  const name = input.artifactCollectionName ?? input.artifactCollectionNames?.[0];
  if (name == null) throw invalidField('artifactCollectionName', 'is required', null);
  checkText('artifactTypeName', input.artifactTypeName, 128);
  checkText('digest', input.digest, 128);
  const collection = { entity: input.entityName, project: input.projectName, name };
  const aliases = (input.aliases ?? []).map(({ alias }) => alias);
  const tags = (input.tags ?? []).map(({ tagName }) => tagName);
  const metadata = input.metadata == null ? {} : readJson('metadata', input.metadata);
  const description = checkDescription(input.description ?? null);
  const step = input.artifactTypeName === ADAPTER_TYPE ? aliases.find((alias) => /^step\d+$/.test(alias)) : undefined;
  const forked = step === undefined ? null : await new Versions(own).find(collection, step);
  // The adapter has become a checkpoint already, as when a fork is repeated.
  if (forked?.kind === 'checkpoint' && (await digestOf(forked)) === input.digest) return { known: forked };
  const record = await own.artifactVersions.ofDigest(collection, input.digest);
  if (record !== null && (record.type ?? 'dataset') === input.artifactTypeName) {
    const known: Version = { kind: 'artifact', record };
    checkAliases(aliases.filter((alias) => !isReservedAlias(alias)));
    // First, since the version may have no room for the tags.
    await new Versions(own).changeTags(known, { add: tags, remove: [] });
    await new Versions(own).setAliases(known, aliases);
    return { known };
  }
  const words = { type: input.artifactTypeName, digest: input.digest, description, metadata, aliases, tags };
  const { entity, project } = collection;
  const run = input.runName ? await own.clientRuns.find({ entity, project, name: input.runName }) : null;
  return { upload: await own.uploads.begin({ ...collection, ...words, clientRunId: run?.id ?? null }) };
}

/**
 * Commits an upload; all files of its manifest must have arrived. An adapter under a model's name becomes a checkpoint
 * of that model, at the step in its alias. Throws `conflict` for missing files, and keeps the upload then; also throws
 * what an import throws. Idempotent: a client that missed the response may repeat the request.
 */
export async function commitUpload(changing: Changing, id: string): Promise<Version> {
  const { own } = changing;
  const versions = new Versions(own);
  const record = await committed(changing, id);
  if (record === null) return versions.get(id);
  const model = record.type === ADAPTER_TYPE ? await versions.model(record) : null;
  return model === null ? { kind: 'artifact', record } : becomeCheckpoint(changing, record, model);
}

/**
 * Commits an upload and returns its artifact, which may have been committed before; null if it has become a checkpoint
 * since.
 */
async function committed(changing: Changing, id: string): Promise<ArtifactRecord | null> {
  const { uploads, artifacts } = changing.own;
  if ((await absentAsNull(uploads.get(id))) === null) return absentAsNull(artifacts.get(id));
  const whole = requireWhole(changing, id).then(() => uploads.commit(id));
  // A concurrent request may have committed it first.
  return (await absentAsNull(whole)) ?? absentAsNull(artifacts.get(id));
}

async function becomeCheckpoint(changing: Changing, record: ArtifactRecord, model: ModelRecord): Promise<Version> {
  const { own, owner, signal, folder, imports } = changing;
  const { id, url, metadata } = record;
  const aliases = await own.aliases.of(record, { artifactId: id });
  const tags = await own.tags.of({ artifactId: id });
  const maker = await own.provenance.maker({ artifactId: id });
  const step = Number(aliases.map((alias) => /^step(\d{1,9})$/.exec(alias)?.[1]).find(Boolean) ?? 0);
  // A concurrent request may have removed it.
  const remove = async () => removePaths(folder, (await absentAsNull(own.artifacts.delete(id))) ?? []);
  const request = { artifact_url: url };
  const checkpoint = await importAdapter(imports, own, model, request, { owner, signal, step, id }).catch(
    async (error: unknown) => {
      // A temporary failure is retried, so the artifact stays.
      if (errorTable[toApiError(error, '').code].status < 500) await remove();
      throw error;
    },
  );
  const version: Version = { kind: 'checkpoint', checkpoint, model };
  const versions = new Versions(own);
  await versions.setAliases(
    version,
    aliases.filter((alias) => !/^step\d+$/.test(alias)),
  );
  await versions.changeTags(version, { add: tags, remove: [] });
  if (maker !== null) await versions.note(version, 'made', maker);
  const isDescribed = metadata !== null && Object.keys(metadata).length > 0;
  if (isDescribed) await versions.describe(version, { metadata });
  // Last: while the upload exists, a client whose commit was interrupted repeats it, and all of this is done again.
  await remove();
  return isDescribed ? { ...version, checkpoint: { ...checkpoint, metadata } } : version;
}

async function requireWhole({ own, folder }: Changing, id: string): Promise<void> {
  const files = await own.uploads.files(id);
  const missing = files.find(({ path }) => path === null);
  if (missing !== undefined) throw incomplete(`its file '${missing.name}' was not uploaded`);
  const manifest = files.find(({ isManifest }) => isManifest);
  if (manifest?.path == null) throw incomplete(`it has no ${MANIFEST_FILE}`);
  const { handle } = await openStoredFile(folder, manifest.path);
  const listed = await manifestFiles(handle.createReadStream());
  if (listed === null) throw incomplete(`its ${MANIFEST_FILE} cannot be read`);
  const come = new Map(files.map(({ name, md5 }) => [name, md5]));
  for (const [name, digest] of listed) {
    if (come.get(name) !== digest) throw incomplete(`the file '${name}' of its ${MANIFEST_FILE} was not uploaded`);
  }
}

function incomplete(why: string): ApiError {
  return new ApiError('conflict', `The artifact is incomplete: ${why}. Log it again.`);
}

/** Returns a description. Throws `validation_failed` if it is too long. */
export function checkDescription(text: string | null): string | null {
  if (text !== null) checkText('description', text, LONGEST_DESCRIPTION);
  return text;
}

function checkText(field: string, text: string, longest: number): void {
  if (text.length <= longest) return;
  throw invalidField(field, `has ${text.length} characters; at most ${longest} are allowed`, text);
}
