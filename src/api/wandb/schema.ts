import { buildSchema } from 'graphql';
import { MUTATION_TYPES } from './mutation-types.ts';

/**
 * The supported part of W&B's GraphQL API, under W&B's names. Unsupported things that its client requests, such as
 * sweeps, are null or an empty list.
 */
export const schema = buildSchema(/* GraphQL */ `
  scalar JSON
  scalar JSONString
  scalar DateTime
  scalar Int64

  type Query {
    viewer: User!
    serverInfo: ServerInfo!
    "A project, under its old name."
    model(name: String, entityName: String): Project!
    project(name: String, entityName: String): Project!
    entity(name: String!): Entity!
    artifact(id: ID!): Artifact
  }

  type ServerInfo {
    features: [ServerFeature!]!
    cliVersionInfo: JSON
    latestLocalVersionInfo: LocalVersionInfo
  }
  type LocalVersionInfo {
    outOfDate: Boolean
    latestVersionString: String
    versionOnThisInstanceString: String
  }
  type ServerFeature {
    name: String!
    isEnabled: Boolean!
  }
  type User {
    id: ID!
    entity: String!
    username: String!
    name: String!
    email: String!
    admin: Boolean!
    flags: JSONString!
    teams: EntityConnection!
    deletedAt: DateTime
    "Keys are never told: the list is empty."
    apiKeys: ApiKeyConnection!
  }
  type ApiKeyConnection {
    edges: [ApiKeyEdge!]!
  }
  type ApiKeyEdge {
    node: ApiKey!
  }
  type ApiKey {
    id: ID!
    name: String!
    description: String
  }
  type EntityConnection {
    edges: [EntityEdge!]!
  }
  type EntityEdge {
    node: Entity!
  }
  type Entity {
    id: ID!
    name: String!
    isTeam: Boolean!
    organization: Organization
  }
  type Organization {
    coreWeaveOrganizationId: ID
  }

  type Project {
    id: ID!
    internalId: ID!
    name: String!
    entityName: String!
    entity: Entity!
    "A run, under its old name."
    bucket(name: String!, missingOk: Boolean): Run
    run(name: String!): Run
    artifactType(name: String!): ArtifactType
    artifact(name: String!, enableTracking: Boolean): Artifact
    artifactCollection(name: String!): ArtifactCollection
    artifactCollectionMembership(name: String!): ArtifactCollectionMembership
  }
  type Run {
    id: ID!
    name: String!
    displayName: String!
    description: String
    notes: String
    config: JSONString!
    wandbConfig(keys: [String!]): JSONString
    summaryMetrics: JSONString!
    tags: [String!]!
    sweepName: String
    state: String!
    stopped: Boolean!
    createdAt: DateTime!
    heartbeatAt: DateTime
    project: Project!
    historyLineCount: Int!
    eventsLineCount: Int!
    logLineCount: Int!
    historyTail: JSONString!
    eventsTail: JSONString!
    historyKeys: JSON
    "Rows as JSON: those of steps from minStep on and before maxStep, or evenly spread ones of all."
    history(minStep: Int64, maxStep: Int64, samples: Int): [JSONString!]!
    "Rows that have all keys of a specification, for each of these."
    sampledHistory(specs: [JSONString!]!): [JSON!]!
    parquetHistory(liveKeys: [String!]!): ParquetHistory!
    user: User
    group: String
    jobType: String
    commit: String
    readOnly: Boolean
    systemMetrics: JSON
    sweep: JSON
    projectId: ID
    internalId: ID
  }
  type ParquetHistory {
    parquetUrls: [String!]!
    liveData: [JSON!]!
  }
  type RunConnection {
    edges: [RunEdge!]!
  }
  type RunEdge {
    node: Run!
  }
  union ArtifactCreator = Run

  type ArtifactType {
    id: ID!
    name: String!
    artifact(name: String!): Artifact
    artifactCollection(name: String!): ArtifactCollection
  }
  interface ArtifactCollection {
    id: ID!
    name: String!
    description: String
    createdAt: DateTime
    updatedAt: DateTime
    project: Project!
    defaultArtifactType: ArtifactType!
    artifacts(after: String, first: Int, order: String, filters: JSONString): VersionedArtifactConnection!
    artifactMembership(aliasName: String!): ArtifactCollectionMembership
  }
  type ArtifactSequence implements ArtifactCollection {
    id: ID!
    name: String!
    description: String
    createdAt: DateTime
    updatedAt: DateTime
    project: Project!
    defaultArtifactType: ArtifactType!
    artifacts(after: String, first: Int, order: String, filters: JSONString): VersionedArtifactConnection!
    artifactMembership(aliasName: String!): ArtifactCollectionMembership
    latestArtifact: Artifact
    state: String
    digestAlgorithm: String
  }
  type ArtifactCollectionMembership {
    id: ID!
    versionIndex: Int!
    createdAt: DateTime!
    aliases: [ArtifactAlias!]!
    artifactCollection: ArtifactCollection!
    artifact: Artifact!
    files(names: [String!], after: String, first: Int): FileConnection!
  }
  type VersionedArtifactConnection {
    totalCount: Int!
    pageInfo: PageInfo!
    edges: [VersionedArtifactEdge!]!
  }
  type VersionedArtifactEdge {
    version: String!
    cursor: String!
    node: Artifact!
  }
  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }
  type Artifact {
    id: ID!
    state: String!
    versionIndex: Int
    digest: String!
    digestAlgorithm: String
    description: String
    metadata: JSONString
    size: Int64!
    fileCount: Int!
    commitHash: String
    historyStep: Int
    ttlDurationSeconds: Int64!
    ttlIsInherited: Boolean!
    createdAt: DateTime!
    updatedAt: DateTime
    tags: [Tag!]!
    artifactType: ArtifactType!
    artifactSequence: ArtifactSequence!
    aliases: [ArtifactAlias!]!
    createdBy: ArtifactCreator
    usedBy: RunConnection
    currentManifest: ArtifactManifest
    files(names: [String!], after: String, first: Int): FileConnection!
  }
  type Tag {
    id: ID!
    name: String!
  }
  type ArtifactAlias {
    id: ID!
    alias: String!
    artifactCollectionName: String!
    artifactCollection: ArtifactCollection
  }
  type ArtifactManifest {
    id: ID!
    file: File!
  }
  type FileConnection {
    totalCount: Int!
    pageInfo: PageInfo!
    edges: [FileEdge!]!
  }
  type FileEdge {
    cursor: String
    node: File!
  }
  "A file that is there, by its address; or one that is to come, by where it is to go."
  type File {
    id: ID!
    name: String!
    displayName: String!
    directUrl: String
    url: String
    sizeBytes: Int64!
    mimetype: String
    updatedAt: DateTime
    digest: String
    md5: String
    storagePath: String
    uploadUrl: String
    uploadHeaders: [String!]
    uploadMultipartUrls: UploadMultipartUrls
    artifact: Artifact!
  }
  type UploadMultipartUrls {
    uploadID: ID!
    uploadUrlParts: [UploadUrlPart!]!
  }
  type UploadUrlPart {
    partNumber: Int64!
    uploadUrl: String!
  }

  ${MUTATION_TYPES}
`);
