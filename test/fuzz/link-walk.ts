import fc from 'fast-check';
import type { RouteId } from '../../src/generated/operations.ts';
import { type Answer, FuzzRequest, type Target } from './exchange.ts';
import { FuzzFault, type FuzzOptions, soundAnswer } from './fault.ts';
import type { Fixtures } from './fixtures.ts';
import { type Operation, operationOf, operations } from './operations.ts';
import { isValid } from './schema.ts';
import { headersOf, target, validDocuments } from './valid-requests.ts';

/** State of a walk: what it created and saw. The server's answers are compared with it. */
class World {
  readonly fixtures: Fixtures;
  /** Answers whose links can be followed. */
  readonly seen: Seen[] = [];
  /** Id of the owning model or artifact, by the id of each created object. */
  readonly ownedBy = new Map<string, string>();
  /** Ids of the created artifacts. */
  readonly artifacts = new Set<string>();
  readonly deleted = new Set<string>();
  /** GET requests about a model or artifact, by URL. */
  readonly reads = new Map<string, Step>();
  /** Operations that a link has led to. */
  readonly reached: Set<RouteId>;

  constructor(fixtures: Fixtures, reached: Set<RouteId>) {
    this.fixtures = fixtures;
    this.reached = reached;
  }
}

interface Seen {
  operation: Operation;
  path: Record<string, string>;
  body: unknown;
}

interface Step {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Operations that some link leads to. */
export const linked: readonly RouteId[] = [
  ...new Set(operations.flatMap(({ links }) => links.map(({ operationId }) => operationId))),
];

const roots: readonly RouteId[] = [
  'createModel',
  'createModel',
  'createArtifact',
  'listModels',
  'listTrainingJobs',
  'listRuns',
  'listArtifacts',
  'streamUpdates',
  'listServedModels',
  'tokenize',
];

/** Required or server-specific fields of the first requests. */
const known: Partial<Record<RouteId, object>> = {
  createModel: { base_model: 'toy' },
  tokenize: { prompt: 'yes or no?' },
};

/** Sends a request without following a link. */
class Root implements fc.AsyncCommand<World, Target> {
  readonly #id: RouteId;
  readonly #body: Record<string, unknown>;

  constructor(id: RouteId, body: Record<string, unknown>) {
    this.#id = id;
    this.#body = body;
  }

  check(): boolean {
    return true;
  }

  run(world: World): Promise<void> {
    const operation = operationOf(this.#id);
    const fresh = { ...this.#body, ...known[this.#id] };
    return take(world, { operation, path: {}, query: {}, body: operation.body === null ? undefined : fresh });
  }

  toString(): string {
    return this.#id;
  }
}

/** Follows a link to an operation from one of the earlier answers. */
class Follow implements fc.AsyncCommand<World, Target> {
  readonly #to: RouteId;
  readonly #choice: number;
  readonly #bodies: Partial<Record<RouteId, Record<string, unknown>>>;

  constructor(to: RouteId, choice: number, bodies: Partial<Record<RouteId, Record<string, unknown>>>) {
    this.#to = to;
    this.#choice = choice;
    this.#bodies = bodies;
  }

  check({ seen }: Readonly<World>): boolean {
    return seen.some(({ operation }) => operation.links.some((link) => link.operationId === this.#to));
  }

  async run(world: World): Promise<void> {
    const ways = world.seen.flatMap((from) => {
      return from.operation.links.filter((link) => link.operationId === this.#to).map((link) => ({ from, link }));
    });
    const { from, link } = ways[this.#choice % ways.length]!;
    const operation = operationOf(link.operationId);
    const path: Record<string, string> = {};
    const query: Record<string, string> = {};
    for (const [key, expression] of Object.entries(link.parameters)) {
      const name = key.replace(/^(path|query)\./, '');
      const value = evaluated(expression, from);
      // An empty page has no first item to follow.
      if (value === undefined || value === null || value === '') return;
      const place = operation.parameters.find((parameter) => parameter.name === name)?.in;
      (place === 'query' ? query : path)[name] = String(value);
    }
    const own = this.#bodies[operation.id] ?? {};
    const linked = (link.requestBody === undefined ? {} : evaluated(link.requestBody, from)) as object;
    const body = operation.contentType === null ? undefined : { ...own, ...linked };
    if (operation.body !== null && !isValid(operation.body, body)) return;
    // Objects of other walks must stay.
    if (operation.method === 'DELETE' && modelOf(world, path) === null) return;
    world.reached.add(operation.id);
    await take(world, { operation, path, query, body });
  }

  toString(): string {
    return `follow link ${this.#choice} to ${this.#to}`;
  }
}

/** Sends a step, and compares the answer with the walk's state. */
async function take(world: World, step: Step): Promise<void> {
  const { operation, path, query, body } = step;
  const bytes = body === undefined ? null : operation.body === null ? '' : JSON.stringify(body);
  const url = target(operation.path, path, query);
  const request = new FuzzRequest(operation.method, url, headersOf(operation), bytes);
  const answer = await soundAnswer(world.fixtures, request);
  const model = modelOf(world, { ...path, ...query, ...(body as Record<string, unknown> | undefined) });
  const gone = model !== null && world.deleted.has(model);
  if (gone && answer.status !== 404) throw new FuzzFault(request, `model ${model} is deleted: must be 404`, answer);
  if (!gone) checkExisting(operation, request, answer);
  if (answer.status !== 200) return;
  remember(world, operation, model, answer);
  world.seen.push({ operation, path, body: answer.json });
  if (model !== null && operation.method === 'GET') world.reads.set(url, step);
}

/** Throws unless the status is 200 or allowed for an existing object. */
function checkExisting({ id }: Operation, request: FuzzRequest, answer: Answer): void {
  const also: Partial<Record<RouteId, number[]>> = {
    // A checkpoint may be deleted, and step 0 has no files.
    downloadCheckpointFile: [404],
    listCheckpointFiles: [404],
    // The walk may link from a model without logs.
    listLoggedTrajectoryGroups: [404, 422],
    listLogs: [404],
    // The link's trajectory may be an example's, or have no tokens.
    getTrajectory: [404],
    getTrajectoryTokens: [404],
    // The cursor's object may be deleted.
    listModels: [404],
    listCheckpoints: [404],
    listTrainingJobs: [404],
    listRuns: [404],
    listArtifacts: [404],
    createModel: [409],
    // A finished job cannot be cancelled.
    cancelTrainingJob: [409],
    // A job can be retried only once.
    retryTrainingJob: [409],
    uploadArtifactFile: [409],
    downloadArtifactFile: [404],
    // The link's model or artifact may be an example's.
    createSftTrainingJob: [404, 422],
  };
  if (answer.status === 200 || also[id]?.includes(answer.status)) return;
  throw new FuzzFault(request, 'must succeed: what it names is there', answer);
}

/** Returns the model or artifact of a request, if this walk created it. */
function modelOf({ ownedBy }: World, named: Record<string, unknown>): string | null {
  const ids = ['model_id', 'run_id', 'training_job_id', 'artifact_id'].map((name) => ownedBy.get(String(named[name])));
  return ids.find((id) => id !== undefined) ?? null;
}

function remember(world: World, { id }: Operation, model: string | null, { json }: Answer): void {
  if (id === 'createModel' && !world.ownedBy.has(json.id)) {
    world.ownedBy.set(json.id, json.id).set(json.run_id, json.id);
  }
  if (id === 'createArtifact') {
    world.ownedBy.set(json.id, json.id);
    world.artifacts.add(json.id);
  }
  if (id.startsWith('create') && model !== null) world.ownedBy.set(json.id, model);
  if ((id === 'deleteModel' || id === 'deleteArtifact') && model !== null) world.deleted.add(model);
}

/** Evaluates a link's runtime expression, or a document with such expressions. */
function evaluated(expression: unknown, from: Seen): unknown {
  if (Array.isArray(expression)) return expression.map((item) => evaluated(item, from));
  if (typeof expression === 'object' && expression !== null) {
    return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluated(value, from)]));
  }
  const text = String(expression);
  if (text.startsWith('$request.path.')) return from.path[text.slice('$request.path.'.length)];
  if (!text.startsWith('$response.body#/')) return expression;
  const keys = text.slice('$response.body#/'.length).split('/');
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], from.body);
}

/**
 * Follows the contract's links at random. A linked object must exist until its model is deleted, and then answer 404.
 * Every walk deletes its models at its end. Returns the operations that were reached.
 */
export async function walkLinks(fixtures: Fixtures, { seed, runs }: FuzzOptions): Promise<Set<RouteId>> {
  const reached = new Set<RouteId>();
  const bodies = fc.record({
    createModel: validDocuments(operationOf('createModel'), fixtures),
    logTrajectories: validDocuments(operationOf('logTrajectories'), fixtures).map(({ model_id: _, ...rest }) => rest),
    deleteCheckpoints: fc.constant({ steps: [] }),
  });
  const commands = fc.commands(
    [
      fc.tuple(fc.constantFrom(...roots), bodies, fc.uuid()).map(([id, own, name]) => {
        return new Root(id, id === 'createModel' ? { ...own.createModel, name } : { name });
      }),
      ...[1, 2, 3].map(() => {
        return fc.tuple(fc.constantFrom(...linked), fc.nat(100), bodies).map((args) => new Follow(...args));
      }),
    ],
    { maxCommands: 40, size: 'max' },
  );
  const property = fc.asyncProperty(commands, fc.uuid(), async (walk, name) => {
    const world = new World(fixtures, reached);
    // Most links begin at a model or an artifact.
    await new Root('createModel', { project: 'walk', name }).run(world);
    await new Root('createArtifact', { name }).run(world);
    await logOnce(world);
    await fc.asyncModelRun(() => ({ model: world, real: fixtures }), walk);
    await deleteAll(world);
  });
  await fc.assert(property, { seed, numRuns: runs });
  return reached;
}

/** Logs once, since the links to a log's groups exist only after that. */
async function logOnce(world: World): Promise<void> {
  const [{ body }] = world.seen as { body: { id: string } }[];
  const about = { path: { model_id: body.id }, query: {} };
  const groups = [{ trajectories: [{ reward: 1 }] }];
  const logged = { split: 'val', trajectory_groups: groups };
  await take(world, { operation: operationOf('logTrajectories'), ...about, body: logged });
  await take(world, { operation: operationOf('listLogs'), ...about, body: undefined });
}

/** Deletes the walk's remaining models, then repeats all reads about them, which must answer 404. */
async function deleteAll(world: World): Promise<void> {
  for (const id of new Set(world.ownedBy.values())) {
    if (world.deleted.has(id)) continue;
    const [name, path] = world.artifacts.has(id)
      ? (['deleteArtifact', { artifact_id: id }] as const)
      : (['deleteModel', { model_id: id }] as const);
    await take(world, { operation: operationOf(name), path, query: {}, body: undefined });
  }
  for (const read of world.reads.values()) await take(world, read);
}
