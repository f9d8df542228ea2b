// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Handler, HandlersByTag, JsonReply } from './handlers.ts';
import { type OperationId, operations } from './operations.ts';
import type { ErrorBody } from './types.ts';

/** Answers for an operation that is in the contract and not in the code. */
export type Stub = () => Promise<JsonReply<501, ErrorBody>>;

export const stubs: { readonly [Id in OperationId]: Stub } = {
  createChatCompletion: () => notImplemented('createChatCompletion'),
  createCompletion: () => notImplemented('createCompletion'),
  createMessage: () => notImplemented('createMessage'),
  countMessageTokens: () => notImplemented('countMessageTokens'),
  createResponse: () => notImplemented('createResponse'),
  tokenize: () => notImplemented('tokenize'),
  getTokenizerInfo: () => notImplemented('getTokenizerInfo'),
  detokenize: () => notImplemented('detokenize'),
  listServedModels: () => notImplemented('listServedModels'),
  getServedModel: () => notImplemented('getServedModel'),
  listBaseModels: () => notImplemented('listBaseModels'),
  listModels: () => notImplemented('listModels'),
  createModel: () => notImplemented('createModel'),
  getModel: () => notImplemented('getModel'),
  deleteModel: () => notImplemented('deleteModel'),
  listCheckpoints: () => notImplemented('listCheckpoints'),
  deleteCheckpoints: () => notImplemented('deleteCheckpoints'),
  importAdapter: () => notImplemented('importAdapter'),
  listCheckpointFiles: () => notImplemented('listCheckpointFiles'),
  downloadMergedModel: () => notImplemented('downloadMergedModel'),
  downloadCheckpointFile: () => notImplemented('downloadCheckpointFile'),
  logTrajectories: () => notImplemented('logTrajectories'),
  listLogs: () => notImplemented('listLogs'),
  listLoggedTrajectoryGroups: () => notImplemented('listLoggedTrajectoryGroups'),
  listTrajectories: () => notImplemented('listTrajectories'),
  getTrajectory: () => notImplemented('getTrajectory'),
  getTrajectoryTokens: () => notImplemented('getTrajectoryTokens'),
  listJobGroups: () => notImplemented('listJobGroups'),
  listTrainingJobs: () => notImplemented('listTrainingJobs'),
  createTrainingJob: () => notImplemented('createTrainingJob'),
  createSftTrainingJob: () => notImplemented('createSftTrainingJob'),
  getTrainingJob: () => notImplemented('getTrainingJob'),
  cancelTrainingJob: () => notImplemented('cancelTrainingJob'),
  retryTrainingJob: () => notImplemented('retryTrainingJob'),
  listTrainingJobEvents: () => notImplemented('listTrainingJobEvents'),
  listRuns: () => notImplemented('listRuns'),
  getRun: () => notImplemented('getRun'),
  listRunHistory: () => notImplemented('listRunHistory'),
  listRunMetrics: () => notImplemented('listRunMetrics'),
  getRunSeries: () => notImplemented('getRunSeries'),
  downloadRunEvents: () => notImplemented('downloadRunEvents'),
  listArtifacts: () => notImplemented('listArtifacts'),
  createArtifact: () => notImplemented('createArtifact'),
  getArtifact: () => notImplemented('getArtifact'),
  deleteArtifact: () => notImplemented('deleteArtifact'),
  downloadArtifactFile: () => notImplemented('downloadArtifactFile'),
  uploadArtifactFile: () => notImplemented('uploadArtifactFile'),
  streamUpdates: () => notImplemented('streamUpdates'),
  createSession: () => notImplemented('createSession'),
  deleteSession: () => notImplemented('deleteSession'),
  getKey: () => notImplemented('getKey'),
  getHealth: () => notImplemented('getHealth'),
  getLivez: () => notImplemented('getLivez'),
  getReadyz: () => notImplemented('getReadyz'),
  getVersion: () => notImplemented('getVersion'),
  getSystemCheck: () => notImplemented('getSystemCheck'),
  getMetrics: () => notImplemented('getMetrics'),
  getLoad: () => notImplemented('getLoad'),
  getStats: () => notImplemented('getStats'),
  listWorkers: () => notImplemented('listWorkers'),
  getDocsPage: () => notImplemented('getDocsPage'),
  getDocsFile: () => notImplemented('getDocsFile'),
  getContract: () => notImplemented('getContract'),
  getContractText: () => notImplemented('getContractText'),
  getDashboardPage: () => notImplemented('getDashboardPage'),
  getDashboardFile: () => notImplemented('getDashboardFile'),
  wandbGraphql: () => notImplemented('wandbGraphql'),
  wandbFileStream: () => notImplemented('wandbFileStream'),
  wandbDownloadFile: () => notImplemented('wandbDownloadFile'),
  wandbUploadFile: () => notImplemented('wandbUploadFile'),
  tinkerClientConfig: () => notImplemented('tinkerClientConfig'),
  tinkerCreateSession: () => notImplemented('tinkerCreateSession'),
  tinkerSessionHeartbeat: () => notImplemented('tinkerSessionHeartbeat'),
  tinkerFinishSession: () => notImplemented('tinkerFinishSession'),
  tinkerTelemetry: () => notImplemented('tinkerTelemetry'),
  tinkerHealth: () => notImplemented('tinkerHealth'),
  tinkerServerCapabilities: () => notImplemented('tinkerServerCapabilities'),
  tinkerCreateModel: () => notImplemented('tinkerCreateModel'),
  tinkerGetInfo: () => notImplemented('tinkerGetInfo'),
  tinkerForwardBackward: () => notImplemented('tinkerForwardBackward'),
  tinkerOptimStep: () => notImplemented('tinkerOptimStep'),
  tinkerSaveWeights: () => notImplemented('tinkerSaveWeights'),
  tinkerSaveWeightsForSampler: () => notImplemented('tinkerSaveWeightsForSampler'),
  tinkerLoadWeights: () => notImplemented('tinkerLoadWeights'),
  tinkerCreateSamplingSession: () => notImplemented('tinkerCreateSamplingSession'),
  tinkerGetSampler: () => notImplemented('tinkerGetSampler'),
  tinkerSample: () => notImplemented('tinkerSample'),
  tinkerRetrieveFuture: () => notImplemented('tinkerRetrieveFuture'),
  tinkerWeightsInfo: () => notImplemented('tinkerWeightsInfo'),
  tinkerListRunCheckpoints: () => notImplemented('tinkerListRunCheckpoints'),
  tinkerDeleteCheckpoint: () => notImplemented('tinkerDeleteCheckpoint'),
  tinkerListCheckpoints: () => notImplemented('tinkerListCheckpoints'),
};

/** The handler of an operation: the method of that name on the handlers of its tag, or the stub while there is none. */
export function handlerOf<Id extends OperationId>(id: Id, handlers: HandlersByTag): Handler<Id> | Stub {
  const ofTag = handlers[operations[id].tag] as unknown as Partial<Record<OperationId, Handler<Id>>>;
  return (ofTag[id]?.bind(ofTag) as Handler<Id> | undefined) ?? stubs[id];
}

async function notImplemented(id: OperationId): Promise<JsonReply<501, ErrorBody>> {
  const message = `${id} is not implemented yet`;
  return {
    status: 501,
    body: { error: { message, type: 'server_error', param: null, code: 'not_implemented' }, detail: message },
  };
}
