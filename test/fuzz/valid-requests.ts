import fc from 'fast-check';
import type { RouteId } from '../../src/generated/operations.ts';
import { arbitraryOf } from './arbitrary.ts';
import { FuzzRequest } from './exchange.ts';
import { type Fixtures, json } from './fixtures.ts';
import type { Operation, Parameter } from './operations.ts';
import { isValid } from './schema.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

/** Generates the known value in five of six cases, or another one. */
function mostly(known: unknown, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: other });
}

/** Returns parameter values that only the server knows. */
export function knownParameters({ id }: Operation, fixtures: Fixtures): Record<string, unknown> {
  const { modelId, runId, logId, trajectoryId, jobId, artifactId } = fixtures;
  const files: Partial<Record<RouteId, string>> = {
    downloadCheckpointFile: 'adapter_config.json',
    getDocsFile: 'swagger-ui.css',
    getDashboardFile: 'icon.svg',
    getDashboardFileAtRoot: 'icon.svg',
  };
  const model_id = id === 'importAdapter' ? fixtures.freshModelId : modelId;
  const ids = { model: 'toy', model_id, run_id: runId, training_job_id: jobId, artifact_id: artifactId };
  return {
    ...ids,
    log_id: logId,
    trajectory_id: trajectoryId,
    sequence: 0,
    step: 1,
    file_name: files[id] ?? 'train.jsonl',
    // The session of the fixtures' model stays.
    session_id: fixtures.tinker.finished,
    sampler_id: fixtures.tinker.sampler,
    training_run_id: fixtures.tinker.model,
    // No W&B client has started a run, and only the server can sign addresses.
    ...{ entity: 'local', project: 'p', run: 'none', token: 'e30.e30' },
    kind: 'weights',
    name: 'none',
  };
}

/** Returns body fields that only the server knows, and limits for fields that would take minutes. */
function knownFields({ body }: Operation, fixtures: Fixtures): Partial<Record<RouteId, Fields>> {
  const any = (field: string) => arbitraryOf(body?.properties?.[field] ?? {});
  const modelId = mostly(fixtures.modelId, fc.uuid());
  const chat: Fields = {
    model: mostly('toy', fc.constantFrom(null, fixtures.modelName, `${fixtures.modelName}:step0`)),
    max_completion_tokens: fc.integer({ min: 1, max: 3 }),
    n: fc.constantFrom(null, 1, 2),
  };
  const named = mostly('toy', fc.constantFrom(fixtures.modelName, `${fixtures.modelName}:step0`));
  const { session, model: trained, sampler, request } = fixtures.tinker;
  const session_id = mostly(session, fc.uuid());
  const ofModel = { model_id: mostly(trained, any('model_id')) };
  return {
    tinkerSessionHeartbeat: { session_id },
    tinkerCreateModel: {
      session_id,
      base_model: mostly('toy', any('base_model')),
      lora_config: fc.constant({ rank: 4 }),
    },
    tinkerGetInfo: ofModel,
    tinkerOptimStep: ofModel,
    tinkerSaveWeights: ofModel,
    tinkerSaveWeightsExternal: ofModel,
    // Unnamed weights are deleted with their session, which stays.
    tinkerSaveWeightsForSampler: { ...ofModel, sampling_session_seq_id: fc.constant(null) },
    tinkerLoadWeights: { session_id },
    tinkerCreateSamplingSession: {
      session_id,
      base_model: mostly('toy', any('base_model')),
      model_path: fc.constant(null),
    },
    tinkerSample: {
      sampling_session_id: mostly(sampler, any('sampling_session_id')),
      num_samples: fc.integer({ min: 1, max: 2 }),
      sampling_params: fc.constant({ max_tokens: 2 }),
    },
    tinkerRetrieveFuture: { request_id: mostly(request, fc.uuid()) },
    tinkerCancelFuture: { request_id: mostly(request, fc.uuid()) },
    createChatCompletion: chat,
    createChatCompletionWithSlash: chat,
    tinkerChatCompletion: chat,
    tinkerCompletion: { model: chat.model, n: chat.n, max_tokens: chat.max_completion_tokens },
    createCompletion: { model: chat.model, n: chat.n, max_tokens: chat.max_completion_tokens },
    createResponse: { model: chat.model, max_output_tokens: chat.max_completion_tokens },
    createMessage: { model: named, max_tokens: chat.max_completion_tokens },
    countMessageTokens: { model: named },
    tokenize: { model: chat.model },
    tokenizeAtRoot: { model: chat.model },
    detokenize: { model: chat.model },
    detokenizeAtRoot: { model: chat.model },
    // A code works once, and only the server creates it.
    createSession: { code: fc.constant(null) },
    importAdapter: { artifact_url: mostly(fixtures.adapterUrl, any('artifact_url')) },
    createModel: { base_model: mostly('toy', any('base_model')) },
    logTrajectories: { model_id: mostly(fixtures.modelId, fc.constant(null)) },
    createTrainingJob: { model_id: modelId },
    createSftTrainingJob: {
      model_id: modelId,
      training_data_url: mostly(fixtures.lessonsUrl, any('training_data_url')),
    },
    // The fixtures' checkpoint must stay.
    deleteCheckpoints: { steps: fc.array(fc.integer({ min: 2, max: 2 ** 31 - 1 }), { maxLength: 3 }) },
  };
}

/** Generates valid requests of an operation. Deletions get random ids, so that the fixtures stay. */
export function validRequests(operation: Operation, fixtures: Fixtures): fc.Arbitrary<FuzzRequest> {
  const removes = ['deleteModel', 'deleteArtifact', 'tinkerFinishSession'].includes(operation.id);
  const known = removes ? {} : knownParameters(operation, fixtures);
  const parts = fc.tuple(parametersOf(operation, 'path', known), parametersOf(operation, 'query', known));
  return fc
    .tuple(parts, parametersOf(operation, 'header', {}), validBodies(operation, fixtures))
    .map(([[path, query], headers, body]) => {
      return new FuzzRequest(
        operation.method,
        target(operation.path, path, query),
        { ...headersOf(operation), ...headers },
        body,
      );
    });
}

export function headersOf({ contentType }: Operation): Record<string, string> {
  return contentType === null ? {} : { 'content-type': contentType };
}

/** Generates bodies as sent. */
function validBodies(operation: Operation, fixtures: Fixtures): fc.Arbitrary<string | Uint8Array | null> {
  if (operation.contentType === null) return fc.constant(null);
  if (operation.contentType !== json['content-type']) return fc.uint8Array({ maxLength: 64 });
  return validDocuments(operation, fixtures).map((document) => JSON.stringify(document));
}

/** Generates valid JSON documents for the operation, with fields that fit the server. */
export function validDocuments(operation: Operation, fixtures: Fixtures): fc.Arbitrary<Record<string, unknown>> {
  const { id, body } = operation;
  const fields = knownFields(operation, fixtures)[id] ?? {};
  return (
    fc
      .tuple(arbitraryOf(body ?? {}), fc.record(fields))
      .map(([document, known]) => ({ ...(document as object), ...known }))
      // The known fields may conflict with generated ones.
      .filter((document) => body === null || isValid(body, document))
  );
}

function parametersOf(
  { parameters }: Operation,
  place: Parameter['in'],
  known: Record<string, unknown>,
): fc.Arbitrary<Record<string, string>> {
  const own = parameters.filter((parameter) => parameter.in === place);
  const values = own.map((parameter): [string, fc.Arbitrary<unknown>] => {
    const { name, schema } = parameter;
    const any = place === 'header' && !('pattern' in schema) ? headerText : arbitraryOf(schema);
    return [name, name in known ? mostly(known[name], any) : any];
  });
  const isRequired = new Set(own.filter(({ required }) => required).map(({ name }) => name));
  const sparse = values.map(([name, value]): [string, fc.Arbitrary<unknown>] => {
    if (isRequired.has(name)) return [name, value];
    const nothing = { weight: 3, arbitrary: fc.constant(null) };
    return [name, fc.oneof({ withCrossShrink: true }, nothing, { weight: 1, arbitrary: value })];
  });
  return fc.record(Object.fromEntries(sparse)).map((record) => {
    const sent = Object.entries(record).filter(([, value]) => value !== null);
    return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
  });
}

/** Text that a header can carry. */
const headerText = fc.stringMatching(/^[\x21-\x7e]{1,128}$/);

export function target(template: string, path: Record<string, string>, query: Record<string, string>): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
