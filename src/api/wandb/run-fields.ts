import type { GraphQLResolveInfo } from 'graphql';
import type { ClientRunFields, ClientRunRecord, ListedRun } from '../../store/client-runs.ts';
import type { Records } from '../../store/store.ts';
import { checkName } from '../../store/stored-value.ts';
import { defaultProject } from '../access/owner.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';
import { parseObjectOrNull } from './history-lines.ts';
import { once } from './once.ts';
import { projectFields, projectNumber } from './project-fields.ts';
import type { QueryBudget } from './query-budget.ts';
import { type HistoryReading, runHistoryFields } from './run-history.ts';

/** Maximum length of a configuration, a summary, or an artifact's metadata, in characters. */
export const MAX_JSON = 2 ** 18;
const LONGEST_NOTES = 16_384;
const MAX_TAGS = 64;
/** Cost of a full run in a query's budget, which allows for 30 of them. */
export const VALUES_OF_RUN = 1_000;

/** Input of `upsertBucket`, in W&B's terms: a bucket is a run, and a model a project. */
export interface UpsertBucketInput {
  id?: string | null;
  name?: string | null;
  modelName?: string | null;
  entityName?: string | null;
  displayName?: string | null;
  notes?: string | null;
  config?: string | null;
  summaryMetrics?: string | null;
  tags?: string[] | null;
}

/** Creates a run, or updates its fields. Throws `validation_failed`, and what the store raises. */
export async function upsertRun(own: Records, input: UpsertBucketInput, defaultEntity: string) {
  const fields = readFields(input);
  const known = input.id == null ? null : await own.clientRuns.get(input.id);
  const { entity, project } = known ?? {
    entity: input.entityName || defaultEntity,
    project: input.modelName || defaultProject,
  };
  const name = known?.name ?? input.name;
  if (name == null) throw new ApiError('validation_failed', 'name: the id of the run is required');
  for (const [field, text] of Object.entries({ entityName: entity, modelName: project, name })) checkName(field, text);
  return own.clientRuns.upsert({ entity, project, name }, fields);
}

function readFields({ displayName, notes, config, summaryMetrics, tags }: UpsertBucketInput): ClientRunFields {
  if (displayName != null && displayName !== '') checkName('displayName', displayName);
  if ((notes ?? '').length > LONGEST_NOTES)
    throw invalidField('notes', `at most ${LONGEST_NOTES} characters are allowed`, notes);
  if ((tags ?? []).length > MAX_TAGS) throw invalidField('tags', `at most ${MAX_TAGS} are allowed`, tags);
  for (const tag of tags ?? []) checkName('tags', tag);
  return {
    ...(displayName ? { displayName } : {}),
    ...(notes == null ? {} : { notes }),
    ...(config == null ? {} : { config: readJson('config', config) }),
    ...(summaryMetrics == null ? {} : { summary: readJson('summaryMetrics', summaryMetrics) }),
    ...(tags == null ? {} : { tags }),
  };
}

/** Parses the object in a JSONString. Throws `validation_failed`. */
export function readJson(field: string, text: string): Record<string, unknown> {
  const value = text.length > MAX_JSON ? null : parseObjectOrNull(text);
  if (value === null) throw invalidField(field, `must be a JSON object of at most ${MAX_JSON} characters`, text);
  return value;
}

/** Context of the resolvers of runs. */
export interface RunReading extends Omit<HistoryReading, 'runs'> {
  own: Records;
}

/** Returns the fields of a run. Those missing from lists are read on demand. */
export function runFields(reading: RunReading, run: ListedRun | ClientRunRecord) {
  const { own, owner } = reading;
  const { id, name, displayName, state, lines, created, entity, project } = run;
  const whole = once(async (budget: QueryBudget, info: GraphQLResolveInfo): Promise<ClientRunRecord> => {
    if ('config' in run) return run;
    budget.take(VALUES_OF_RUN, info);
    return own.clientRuns.get(id);
  });
  const text =
    <Arguments>(write: (record: ClientRunRecord, asked: Arguments) => string) =>
    async (asked: Arguments, budget: QueryBudget, info: GraphQLResolveInfo) => {
      const record = await whole(budget, info);
      return budget.text(() => write(record, asked), info);
    };
  const notes = async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => {
    const { notes: found } = await whole(budget, info);
    return found === null ? null : budget.text(() => found, info);
  };
  return {
    ...{ __typename: 'Run', id, name, displayName, notes, description: notes, state, stopped: false },
    ...runHistoryFields({ ...reading, runs: own.runs }, run.runId),
    project: projectFields({ entity, project }),
    projectId: projectNumber({ entity, project }),
    user: { id: owner, name: owner, username: owner },
    tags: async (_: object, budget: QueryBudget, info: GraphQLResolveInfo) => {
      const { tags } = await whole(budget, info);
      budget.takeText(tags.join().length, info);
      return tags;
    },
    config: text(({ config }) => JSON.stringify(config)),
    summaryMetrics: text(({ summary }) => JSON.stringify(summary)),
    createdAt: created,
    historyLineCount: lines,
    eventsLineCount: 0,
    logLineCount: 0,
    // A resumed run continues after the last line.
    historyTail: text(({ lastLine }) => JSON.stringify([lastLine].filter((line) => line !== null))),
    eventsTail: '[]',
    wandbConfig: text(({ config }, { keys }: { keys?: string[] | null }) => {
      const inner = (config._wandb as { value?: Record<string, unknown> } | undefined)?.value ?? {};
      return JSON.stringify(
        Object.fromEntries((keys ?? []).filter((key) => key in inner).map((key) => [key, inner[key]])),
      );
    }),
  };
}
