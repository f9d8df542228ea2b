import type { GraphQLResolveInfo } from 'graphql';
import { removePaths } from '../../artifacts/removal.ts';
import { absentAsNull } from '../../artifacts/storage-error.ts';
import { checkAliases, isReservedAlias } from '../../store/artifact-aliases.ts';
import type { ArtifactUpload } from '../../store/artifact-uploads.ts';
import { defaultProject } from '../access/owner.ts';
import { invalidField } from '../errors/api-error.ts';
import {
  type AliasInput,
  beginUpload,
  type Changing,
  type CreateArtifactInput,
  checkDescription,
  commitUpload,
  type TagInput,
} from './artifact-changes.ts';
import { ArtifactFields, type ResolverContext, tagFields } from './artifact-fields.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { entityFields, projectFields } from './project-fields.ts';
import type { QueryBudget } from './query-budget.ts';
import { readJson, runFields, type UpsertBucketInput, upsertRun, VALUES_OF_RUN } from './run-fields.ts';
import { artifactTypeOf, type Version } from './versions.ts';

interface ProjectArguments {
  name?: string | null;
  entityName?: string | null;
}

interface FileInput {
  artifactID: string;
  name: string;
  md5: string;
}

interface UpdateInput {
  artifactID: string;
  description?: string | null;
  metadata?: string | null;
  aliases?: AliasInput[] | null;
  tagsToAdd?: TagInput[] | null;
  tagsToDelete?: TagInput[] | null;
}

interface DeleteInput {
  id: string;
  deleteArtifacts?: boolean | null;
  clientMutationId?: string | null;
}

interface UseInput {
  artifactID: string;
  entityName?: string | null;
  projectName?: string | null;
  runName?: string | null;
}

/** Context of one request. */
export interface RequestContext extends ResolverContext, Changing {
  /** Entity used if a query names none. */
  defaultEntity: string;
}

/** Returns the resolvers of `Query` and `Mutation` for one request. */
export function rootFields(context: RequestContext) {
  return { ...queryFields(context), ...runMutations(context), ...artifactMutations(context) };
}

function queryFields(context: RequestContext) {
  const { owner, defaultEntity } = context;
  const artifacts = new ArtifactFields(context);
  const project = (names: ProjectArguments) => projectOf(context, artifacts, names);
  return {
    viewer: {
      ...{ id: owner, entity: defaultEntity, username: owner, name: owner, email: '', admin: false, flags: '{}' },
      teams: { edges: [{ node: entityFields(defaultEntity) }] },
      apiKeys: { edges: [] },
    },
    // Newer clients use more features only if the server lists them; older ones check that they are below a maximum
    // version.
    serverInfo: { features: [], cliVersionInfo: { max_cli_version: '999.0.0' }, latestLocalVersionInfo: null },
    model: project,
    project,
    entity: ({ name }: { name: string }) => entityFields(name),
    artifact: async ({ id }: { id: string }) => {
      const version = await absentAsNull(artifacts.versions.get(id));
      return version === null ? null : artifacts.version(version);
    },
  };
}

function projectOf(context: RequestContext, artifacts: ArtifactFields, names: ProjectArguments) {
  const place = { entity: names.entityName || context.defaultEntity, project: names.name || defaultProject };
  const fields = projectFields(place);
  const run = async ({ name }: { name: string }, budget: QueryBudget, info: GraphQLResolveInfo) => {
    budget.take(VALUES_OF_RUN, info);
    const found = await context.own.clientRuns.find({ ...place, name });
    return found === null ? null : runFields(context, found);
  };
  const membership = (name: string) => {
    const [collection, alias = 'latest'] = name.split(':', 2);
    return artifacts.membership({ ...place, name: collection }, alias);
  };
  const collection = async (name: string, type: string | null) => {
    const newest = await artifacts.versions.find({ ...place, name }, 'latest');
    if (newest === null || (type !== null && artifactTypeOf(newest) !== type)) return null;
    return artifacts.collection({ ...place, name });
  };
  return {
    ...fields,
    run,
    bucket: run,
    artifact: async ({ name }: { name: string }) => (await membership(name))?.artifact ?? null,
    artifactCollectionMembership: ({ name }: { name: string }) => membership(name),
    artifactCollection: ({ name }: { name: string }) => collection(name, null),
    artifactType: ({ name: type }: { name: string }) => {
      return {
        ...{ id: type, name: type },
        artifact: async ({ name }: { name: string }) => (await membership(name))?.artifact ?? null,
        artifactCollection: ({ name }: { name: string }) => collection(name, type),
      };
    },
  };
}

function runMutations(context: RequestContext) {
  return {
    upsertBucket: async ({ input }: { input: UpsertBucketInput }) => {
      const { run, inserted } = await upsertRun(context.own, input, context.defaultEntity);
      return { bucket: runFields(context, run), inserted };
    },
    deleteRun: async ({ input }: { input: DeleteInput }) => {
      const { id, deleteArtifacts, clientMutationId = null } = input;
      // W&B deletes the run's artifacts, which others may have used since.
      if (deleteArtifacts) throw invalidField('deleteArtifacts', 'is not supported; delete them one by one', true);
      await context.own.clientRuns.delete(id);
      return { clientMutationId };
    },
  };
}

function artifactMutations(context: RequestContext) {
  const fields = new ArtifactFields(context);
  const { versions } = fields;
  const payload = (version: Version) => ({ artifact: fields.version(version) });
  return {
    createArtifact: async ({ input }: { input: CreateArtifactInput }) => {
      const begun = await beginUpload(context, input, (version) => fields.digest(version));
      return 'known' in begun ? payload(begun.known) : { artifact: pending(fields, begun.upload) };
    },
    createArtifactManifest: ({ input }: { input: { artifactID: string; digest: string } }) =>
      manifestUpload(context, fields, input.artifactID, input.digest),
    updateArtifactManifest: ({ input }: { input: { artifactManifestID: string; digest?: string | null } }) =>
      manifestUpload(context, fields, input.artifactManifestID, input.digest ?? ''),
    createArtifactFiles: (
      { input }: { input: { artifactFiles: FileInput[] } },
      budget: QueryBudget,
      info: GraphQLResolveInfo,
    ) => {
      budget.spend(input.artifactFiles.length, info);
      return announceFiles(context, fields, input.artifactFiles);
    },
    commitArtifact: async ({ input }: { input: { artifactID: string } }) =>
      payload(await commitUpload(context, input.artifactID)),
    updateArtifact: async ({ input }: { input: UpdateInput }) => {
      await update(fields, await versions.get(input.artifactID), input);
      return payload(await versions.get(input.artifactID));
    },
    useArtifact: async ({ input }: { input: UseInput }) => {
      const version = await versions.get(input.artifactID);
      const place = { entity: input.entityName || context.defaultEntity, project: input.projectName || defaultProject };
      if (input.runName) await versions.note(version, 'used', { ...place, name: input.runName });
      return payload(version);
    },
    addAliases: async ({ input }: { input: { artifactID: string; aliases: AliasInput[] } }) => {
      await versions.setAliases(await versions.get(input.artifactID), namesOf(input.aliases));
      return { success: true };
    },
    deleteAliases: async ({ input }: { input: { artifactID: string; aliases: AliasInput[] } }) => {
      await versions.removeAliases(await versions.get(input.artifactID), namesOf(input.aliases));
      return { success: true };
    },
  };
}

function namesOf(aliases: readonly AliasInput[]): string[] {
  return aliases.map(({ alias }) => alias);
}

/** Updates a version. Listed aliases replace all aliases that clients gave it. */
async function update({ versions }: ArtifactFields, version: Version, input: UpdateInput): Promise<void> {
  const { description, metadata } = input;
  const aliases = input.aliases == null ? null : new Set(namesOf(input.aliases));
  checkAliases([...(aliases ?? [])].filter((alias) => !isReservedAlias(alias)));
  const [add, remove] = [input.tagsToAdd, input.tagsToDelete].map((tags) => (tags ?? []).map(({ tagName }) => tagName));
  const words = {
    ...(description == null ? {} : { description: checkDescription(description) ?? '' }),
    ...(metadata == null ? {} : { metadata: readJson('metadata', metadata) }),
  };
  // First, since the version may have no room for the tags.
  await versions.changeTags(version, { add, remove });
  await versions.describe(version, words);
  if (aliases === null) return;
  const given = await versions.givenAliases(version);
  await versions.removeAliases(
    version,
    given.filter((alias) => !aliases.has(alias)),
  );
  await versions.setAliases(version, [...aliases]);
}

/** Returns the fields of an artifact during its upload. */
function pending(fields: ArtifactFields, upload: ArtifactUpload) {
  const { id, digest, created, type, entity, project, name, tags } = upload;
  return {
    ...{ id, digest, state: 'PENDING', createdAt: created, ttlIsInherited: false, aliases: [] },
    tags: (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => tagFields(id, tags, budget, info),
    ...{ size: 0, fileCount: 0, artifactType: { id: type, name: type } },
    artifactSequence: () => fields.collection({ entity, project, name }),
  };
}

async function manifestUpload(context: RequestContext, fields: ArtifactFields, id: string, digest: string) {
  // A base64 digest is the MD5 of the manifest's bytes; the first digest that a client sends is a placeholder.
  const paths = await context.own.uploads.announce(id, [{ name: MANIFEST_FILE, md5: digest, isManifest: true }]);
  await removePaths(context.folder, paths);
  const upload = await context.own.uploads.get(id);
  return { artifactManifest: { id, file: fileToCome(context, pending(fields, upload), MANIFEST_FILE) } };
}

async function announceFiles(context: RequestContext, fields: ArtifactFields, files: readonly FileInput[]) {
  const { own, folder } = context;
  const byUpload = Map.groupBy(files, ({ artifactID }) => artifactID);
  const artifacts = new Map<string, object>();
  for (const [id, some] of byUpload) {
    const paths = await own.uploads.announce(
      id,
      some.map(({ name, md5 }) => ({ name, md5, isManifest: false })),
    );
    await removePaths(folder, paths);
    artifacts.set(id, pending(fields, await own.uploads.get(id)));
  }
  const edges = files.map(({ artifactID, name }) => {
    return { node: fileToCome(context, { id: artifactID, ...artifacts.get(artifactID) }, name) };
  });
  return { files: { totalCount: edges.length, pageInfo: { endCursor: null, hasNextPage: false }, edges } };
}

function fileToCome({ address }: RequestContext, artifact: { id: string }, name: string) {
  const { id } = artifact;
  return {
    ...{ id: `${id}/${name}`, name, displayName: name, storagePath: `${id}/${name}`, sizeBytes: 0, artifact },
    uploadUrl: () => address({ kind: 'upload', id, name }),
    uploadHeaders: [],
    uploadMultipartUrls: null,
  };
}
