import type { GraphQLResolveInfo } from 'graphql';
import type { CollectionName } from '../../store/artifact-aliases.ts';
import { MAX_FILES } from '../../store/artifacts.ts';
import type { FilePlace } from '../access/file-urls.ts';
import { invalidField } from '../errors/api-error.ts';
import { manifestDigest } from './manifest.ts';
import { once } from './once.ts';
import { projectFields } from './project-fields.ts';
import type { QueryBudget } from './query-budget.ts';
import { type RunReading, runFields } from './run-fields.ts';
import type { VersionFile, VersionFiles } from './version-files.ts';
import { artifactTypeOf, collectionOf, idOf, metadataOf, type Version, Versions, versionOf } from './versions.ts';

/** Maximum number of versions per page. */
const MAX_ON_PAGE = 100;
/** W&B's TTL value for an artifact that never expires. */
const NEVER = -2;

interface PageArguments {
  after?: string | null;
  first?: number | null;
}

interface FileArguments extends PageArguments {
  names?: string[] | null;
}

/** Context of the resolvers of one query. */
export interface ResolverContext extends RunReading {
  files: VersionFiles;
  /** Returns the signed URL of a file. */
  address(place: Omit<FilePlace, 'owner'>): string;
}

/** Resolvers of artifacts. Expensive fields are computed on demand. */
export class ArtifactFields {
  readonly versions: Versions;
  readonly #reading: ResolverContext;

  constructor(reading: ResolverContext) {
    this.#reading = reading;
    this.versions = new Versions(reading.own);
  }

  /** Returns the fields of a version; `newest` finds the newest version of its collection, on demand. */
  version(version: Version, newest = () => this.versions.find(collectionOf(version), 'latest')) {
    const { own, files } = this.#reading;
    const id = idOf(version);
    const stored = version.kind === 'artifact' ? version.record : null;
    const { created } = version.kind === 'artifact' ? version.record : version.checkpoint;
    const list = once(() => files.files(own, version));
    const aliases = once(async () => this.versions.aliases(version, await newest()));
    const tags = once(() => this.versions.tags(version));
    const maker = once(() => this.versions.maker(version));
    const users = once(async (budget: QueryBudget, info: GraphQLResolveInfo) => {
      budget.takeLookUp(info);
      return this.versions.users(version);
    });
    return {
      ...{ id, state: 'COMMITTED', versionIndex: versionOf(version), createdAt: created, updatedAt: created },
      ...{
        ttlIsInherited: false,
        ttlDurationSeconds: NEVER,
        digestAlgorithm: 'MANIFEST_MD5',
      },
      description: (_: object, budget: QueryBudget, info: GraphQLResolveInfo) =>
        stored?.description == null ? null : budget.text(() => stored.description ?? '', info),
      metadata: (_: object, budget: QueryBudget, info: GraphQLResolveInfo) =>
        budget.text(() => JSON.stringify(metadataOf(version)), info),
      artifactType: { id: artifactTypeOf(version), name: artifactTypeOf(version) },
      artifactSequence: () => this.collection(collectionOf(version)),
      digest: () => this.digest(version),
      size: async () => (await list()).reduce((sum, { bytes }) => sum + bytes, 0),
      fileCount: async () => (await list()).length,
      aliases: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) =>
        this.#aliases(version, await aliases(), budget, info),
      tags: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) =>
        tagFields(id, await tags(), budget, info),
      createdBy: async () => {
        const run = await maker();
        return run === null ? null : runFields(this.#reading, run);
      },
      usedBy: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => {
        const runs = await users(budget, info);
        budget.spend(runs.length, info);
        return { edges: runs.map((run) => ({ node: runFields(this.#reading, run) })) };
      },
      currentManifest: () => ({ id, file: this.#file(id, { kind: 'manifest', name: '' }, null) }),
      files: async (page: FileArguments, budget: QueryBudget, info: GraphQLResolveInfo) => {
        const some = pageOfFiles(await list(), page);
        budget.spend(some.end - some.start, info);
        return this.#files(id, some);
      },
    };
  }

  /** Returns the artifact's digest, which is the MD5 of its manifest. */
  async digest(version: Version): Promise<string> {
    const stored = version.kind === 'artifact' ? version.record.digest : null;
    return stored ?? manifestDigest(await this.digests(version));
  }

  /** Returns the files with their MD5s in base64. */
  async digests(version: Version): Promise<{ name: string; bytes: number; digest: string }[]> {
    const { own, owner, files } = this.#reading;
    const all: { name: string; bytes: number; digest: string }[] = [];
    for (const file of await files.files(own, version)) {
      all.push({ name: file.name, bytes: file.bytes, digest: await files.digest(file, owner) });
    }
    return all;
  }

  collection(collection: CollectionName) {
    const { name } = collection;
    const newest = () => this.versions.find(collection, 'latest');
    return {
      ...{ __typename: 'ArtifactSequence', id: Object.values(collection).join('/'), name, state: 'READY' },
      project: projectFields(collection),
      defaultArtifactType: async () => {
        const version = await newest();
        const type = version === null ? 'dataset' : artifactTypeOf(version);
        return { id: type, name: type };
      },
      latestArtifact: async () => this.#orNull(await newest()),
      artifacts: (page: PageArguments, budget: QueryBudget, info: GraphQLResolveInfo) => {
        const limit = Math.min(Math.max(page.first ?? 50, 1), MAX_ON_PAGE);
        budget.spend(limit, info);
        return this.#page(collection, page.after || null, limit);
      },
      artifactMembership: ({ aliasName }: { aliasName: string }) => this.membership(collection, aliasName),
    };
  }

  /** Returns the version with an alias; null if there is none. */
  async membership(collection: CollectionName, alias: string) {
    const version = await this.versions.find(collection, alias);
    if (version === null) return null;
    const artifact = this.version(version);
    const { id, versionIndex, createdAt, files, aliases } = artifact;
    return {
      ...{ id: `membership:${id}`, versionIndex, createdAt, files, aliases },
      artifactCollection: this.collection(collection),
      artifact,
    };
  }

  #orNull(version: Version | null) {
    return version === null ? null : this.version(version);
  }

  #aliases(version: Version, aliases: readonly string[], budget: QueryBudget, info: GraphQLResolveInfo) {
    const collection = collectionOf(version);
    budget.spend(aliases.length, info);
    return aliases.map((alias) => ({
      ...{ id: `${idOf(version)}:${alias}`, alias, artifactCollectionName: collection.name },
      artifactCollection: () => this.collection(collection),
    }));
  }

  async #page(collection: CollectionName, after: string | null, limit: number) {
    const found = await this.versions.list(collection, after, limit);
    const some = found.slice(0, limit);
    const newest = once(() => this.versions.find(collection, 'latest'));
    return {
      totalCount: () => this.versions.count(collection),
      pageInfo: {
        endCursor: some.length === 0 ? null : idOf(some[some.length - 1]),
        hasNextPage: found.length > limit,
      },
      edges: some.map((version) => {
        return { version: `v${versionOf(version)}`, cursor: idOf(version), node: this.version(version, newest) };
      }),
    };
  }

  #files(id: string, { all, start, end }: FilePage) {
    const edges = all.slice(start, end).map((file, place) => ({
      cursor: String(start + place + 1),
      node: this.#file(id, { kind: 'file', name: file.name }, file),
    }));
    const pageInfo = { endCursor: String(end), hasNextPage: end < all.length };
    return { totalCount: all.length, pageInfo, edges };
  }

  #file(id: string, { kind, name }: Pick<FilePlace, 'kind' | 'name'>, file: VersionFile | null) {
    const { owner, files, address } = this.#reading;
    const directUrl = () => address({ kind, id, name });
    const md5 = () => (file === null ? null : files.digest(file, owner));
    const words = { id: `${id}/${name}`, name, displayName: name, sizeBytes: file?.bytes ?? 0 };
    return { ...words, directUrl, url: directUrl, md5, digest: md5 };
  }
}

interface FilePage {
  /** All files, or those with the requested names. */
  all: VersionFile[];
  start: number;
  end: number;
}

/** Returns the tags of a version or an upload. */
export function tagFields(id: string, tags: readonly string[], budget: QueryBudget, info: GraphQLResolveInfo) {
  budget.spend(tags.length, info);
  return tags.map((name) => ({ id: `${id}:${name}`, name }));
}

/** Returns a page of files; the cursor is the number of files up to it. Throws `validation_failed`. */
function pageOfFiles(files: VersionFile[], { after, first, names }: FileArguments): FilePage {
  if (names != null && names.length > MAX_FILES) {
    throw invalidField('names', `has ${names.length} names; at most ${MAX_FILES} are allowed`, names);
  }
  const wanted = new Set(names ?? []);
  const all = names == null ? files : files.filter(({ name }) => wanted.has(name));
  const start = Math.min(Math.max((after && Number.parseInt(after, 10)) || 0, 0), all.length);
  return { all, start, end: Math.min(start + Math.min(Math.max(first ?? MAX_FILES, 1), MAX_FILES), all.length) };
}
