/** GraphQL schema of the mutations, with their inputs and payloads. */
export const MUTATION_TYPES = /* GraphQL */ `
  type Mutation {
    upsertBucket(input: UpsertBucketInput!): UpsertBucketPayload!
    deleteRun(input: DeleteRunInput!): DeleteRunPayload!
    createArtifact(input: CreateArtifactInput!): CreateArtifactPayload!
    createArtifactManifest(input: CreateArtifactManifestInput!): ArtifactManifestPayload!
    updateArtifactManifest(input: UpdateArtifactManifestInput!): ArtifactManifestPayload!
    createArtifactFiles(input: CreateArtifactFilesInput!): CreateArtifactFilesPayload!
    commitArtifact(input: CommitArtifactInput!): ArtifactPayload!
    updateArtifact(input: UpdateArtifactInput!): ArtifactPayload!
    useArtifact(input: UseArtifactInput!): ArtifactPayload!
    addAliases(input: AddAliasesInput!): SuccessPayload!
    deleteAliases(input: DeleteAliasesInput!): SuccessPayload!
  }

  input UpsertBucketInput {
    id: String
    name: String
    groupName: String
    modelName: String
    entityName: String
    description: String
    displayName: String
    notes: String
    commit: String
    config: JSONString
    host: String
    debug: Boolean
    jobProgram: String
    jobRepo: String
    jobType: String
    state: String
    sweep: String
    tags: [String!]
    summaryMetrics: JSONString
    clientMutationId: String
  }
  type UpsertBucketPayload {
    bucket: Run!
    inserted: Boolean!
  }

  input DeleteRunInput {
    id: ID!
    deleteArtifacts: Boolean
    clientMutationId: String
  }
  type DeleteRunPayload {
    clientMutationId: String
  }

  input ArtifactAliasInput {
    artifactCollectionName: String
    alias: String!
  }
  input TagInput {
    tagName: String!
    attributes: JSON
    tagCategoryName: String
  }
  input CreateArtifactInput {
    entityName: String!
    projectName: String!
    runName: String
    description: String
    artifactTypeName: String!
    artifactCollectionName: String
    artifactCollectionNames: [String!]
    digest: String!
    digestAlgorithm: String
    labels: JSONString
    aliases: [ArtifactAliasInput!]
    metadata: JSONString
    tags: [TagInput!]
    historyStep: Int64
    distributedID: String
    clientID: ID
    sequenceClientID: ID
    enableDigestDeduplication: Boolean
    ttlDurationSeconds: Int64
    storageRegion: String
    clientMutationId: String
  }
  type CreateArtifactPayload {
    artifact: Artifact!
  }
  enum ArtifactManifestType {
    FULL
    PATCH
    INCREMENTAL
  }
  input CreateArtifactManifestInput {
    artifactID: ID!
    baseArtifactID: ID
    name: String!
    digest: String!
    entityName: String
    projectName: String
    runName: String
    type: ArtifactManifestType
    clientMutationId: String
  }
  input UpdateArtifactManifestInput {
    artifactManifestID: ID!
    digest: String
    baseArtifactID: ID
    clientMutationId: String
  }
  type ArtifactManifestPayload {
    artifactManifest: ArtifactManifest!
  }
  input CreateArtifactFileSpecInput {
    artifactID: ID!
    name: String!
    md5: String!
    xxh3: String
    mimetype: String
    artifactManifestID: ID
    uploadPartsInput: [JSON!]
  }
  enum ArtifactStorageLayout {
    V1
    V2
  }
  input CreateArtifactFilesInput {
    artifactFiles: [CreateArtifactFileSpecInput!]!
    storageLayout: ArtifactStorageLayout
    storageRegion: String
    cloudRegionID: ID
    clientMutationId: String
  }
  type CreateArtifactFilesPayload {
    files: FileConnection!
  }
  input CommitArtifactInput {
    artifactID: ID!
    clientMutationId: String
  }
  type ArtifactPayload {
    artifact: Artifact!
  }
  input UpdateArtifactInput {
    artifactID: ID!
    description: String
    labels: JSONString
    metadata: JSONString
    ttlDurationSeconds: Int64
    aliases: [ArtifactAliasInput!]
    tagsToAdd: [TagInput!]
    tagsToDelete: [TagInput!]
    clientMutationId: String
  }
  input UseArtifactInput {
    entityName: String
    projectName: String
    runName: String
    artifactID: ID!
    artifactEntityName: String
    artifactProjectName: String
    usedAs: String
    clientMutationId: String
  }
  input ArtifactCollectionAliasInput {
    artifactCollectionName: String
    alias: String!
    entityName: String
    projectName: String
  }
  input AddAliasesInput {
    artifactID: ID!
    aliases: [ArtifactCollectionAliasInput!]!
    clientMutationId: String
  }
  input DeleteAliasesInput {
    artifactID: ID!
    aliases: [ArtifactCollectionAliasInput!]!
    clientMutationId: String
  }
  type SuccessPayload {
    success: Boolean!
  }
`;
