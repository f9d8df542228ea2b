import type { DataFolder } from '../../artifacts/data-folder.ts';
import type { ErrorReply, JsonReply, KeyedContext, TrajectoriesHandlers } from '../../generated/handlers.ts';
import type {
  FiniteNumber,
  JobGroup,
  JobGroupPage,
  KeptTrajectory,
  Step,
  TrajectoryOutcome,
  TrajectorySummary,
  TrajectorySummaryPage,
  TrajectoryTokens,
  Uuid,
} from '../../generated/types.ts';
import type { ServedModels } from '../../inference/served-models.ts';
import { readTokens, type TokenFigures } from '../../jobs/kept-tokens.ts';
import type { Records, RecordsByOwner } from '../../store/store.ts';
import type { SequenceTokensRecord, TrajectoryRecord } from '../../store/trajectories.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Path, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { storedObject } from '../http/written-json.ts';
import { type PageQuery, pageBody, pageRequest } from '../page.ts';

export interface TrajectoriesParts {
  store: RecordsByOwner;
  folder: DataFolder;
  served: ServedModels;
}

/** Filter of a list of trajectories. */
interface TrajectoriesQuery extends PageQuery {
  split?: string;
  step?: Step;
  job_id?: Uuid;
  log_id?: Uuid;
  group?: number;
  outcome?: TrajectoryOutcome;
  truncated?: boolean;
  reward_min?: FiniteNumber;
  reward_max?: FiniteNumber;
  text?: string;
  sort: 'newest' | 'oldest' | 'highest_reward' | 'lowest_reward' | 'longest' | 'shortest';
}

/** Index of a trajectory's training sequence. */
interface TokensQuery {
  sequence: number;
}

/** Stored trajectories of RL jobs and logs. */
@Route('v1/preview')
export class TrajectoriesHandler implements TrajectoriesHandlers {
  readonly #parts: TrajectoriesParts;

  constructor(parts: TrajectoriesParts) {
    this.#parts = parts;
  }

  @Get('models/{model_id}/trajectories')
  @Security('bearerAuth')
  async listTrajectories(
    @Path('model_id') modelId: Uuid,
    @Queries() query: TrajectoriesQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrajectorySummaryPage> | ErrorReply<Keyed | 404 | 422>> {
    const { split, step, group, outcome, truncated, text } = query;
    const filter = {
      ...{ split, group, outcome, truncated, text },
      step: step === undefined ? undefined : Number(step),
      jobId: query.job_id,
      logId: query.log_id,
      minReward: query.reward_min,
      maxReward: query.reward_max,
    };
    const { trajectories } = this.#own(caller.owner);
    const page = await trajectories.list(modelId, filter, pageRequest(query), query.sort);
    return { status: 200, body: pageBody(page, summaryBody) };
  }

  @Get('models/{model_id}/trajectories/{trajectory_id}')
  @Security('bearerAuth')
  async getTrajectory(
    @Path('model_id') modelId: Uuid,
    @Path('trajectory_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, KeptTrajectory> | ErrorReply<Keyed | 404 | 422>> {
    const record = await this.#own(caller.owner).trajectories.get(modelId, id);
    const body = await storedObject(this.#parts.folder, record, { summary: summaryBody(record) }, 'trajectory');
    return { status: 200, body: body as unknown as KeptTrajectory };
  }

  @Get('models/{model_id}/trajectories/{trajectory_id}/tokens')
  @Security('bearerAuth')
  async getTrajectoryTokens(
    @Path('model_id') modelId: Uuid,
    @Path('trajectory_id') id: Uuid,
    @Queries() { sequence }: TokensQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrajectoryTokens> | ErrorReply<Keyed | 404 | 422>> {
    const { models, trajectories } = this.#own(caller.owner);
    const { baseModel } = await models.get(modelId);
    await trajectories.get(modelId, id);
    const records = await trajectories.tokens(id);
    const record = records.at(sequence);
    if (record === undefined) throw withoutTokens(records.length);
    const base = this.#parts.served.get(baseModel);
    if (base === null) {
      throw new ApiError('not_found', `The base model '${baseModel}' is no longer served, so its tokens are unknown.`);
    }
    const figures = await readTokens(this.#parts.folder, record);
    const bytes = Array.from(figures.ids, (token) =>
      Buffer.from(base.text.tokenizer.tokenBytes(token)).toString('base64'),
    );
    return { status: 200, body: { sequence, sequences: records.length, ...tokensBody(record, figures), bytes } };
  }

  @Get('training-jobs/{training_job_id}/groups')
  @Security('bearerAuth')
  async listJobGroups(
    @Path('training_job_id') jobId: Uuid,
    @Queries() query: PageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, JobGroupPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#own(caller.owner).trajectories.groups(jobId, pageRequest(query));
    const body = pageBody(page, ({ place, size, exceptions, mean, stdDev, min, max, outcome }): JobGroup => {
      return {
        group: place,
        size,
        exceptions,
        mean,
        std_dev: stdDev,
        min,
        max,
        outcome: outcome as JobGroup['outcome'],
      };
    });
    return { status: 200, body };
  }

  #own(owner: string): Records {
    return this.#parts.store.ownedBy(owner);
  }
}

function withoutTokens(sequences: number): ApiError {
  const none = 'its per-token values are not stored, or no gradient step has trained on it yet';
  const some = `sequence: must be from 0 to ${sequences - 1}, the last sequence of the trajectory`;
  return new ApiError('not_found', sequences === 0 ? `trajectory_id: ${none}` : some, {
    param: sequences === 0 ? 'trajectory_id' : 'sequence',
  });
}

function summaryBody(record: TrajectoryRecord): TrajectorySummary {
  const { id, split, step, group, place, reward, advantage, truncated, answers, characters } = record;
  const { prompt, answer, metrics, created } = record;
  return {
    ...{ id, split, step, group, place, reward, advantage, truncated, answers, characters },
    ...{ prompt, answer, metrics, created },
    job_id: record.jobId,
    log_id: record.logId,
    group_size: record.groupSize,
    outcome: record.outcome as TrajectoryOutcome,
    has_tokens: record.hasTokens,
  };
}

function tokensBody({ gradientStep, advantage, weight }: SequenceTokensRecord, figures: TokenFigures) {
  const { ids, mask, clipped } = figures;
  const known = (values: Float32Array): (number | null)[] =>
    Array.from(values, (value, place) => (mask[place] === 1 && Number.isFinite(value) ? value : null));
  return {
    ...{ gradient_step: gradientStep, advantage, weight },
    ids: [...ids],
    mask: [...mask],
    clipped: [...clipped],
    sampled_logprobs: known(figures.sampledLogprobs),
    logprobs: known(figures.logprobs),
    ratios: known(figures.ratios),
    entropies: known(figures.entropies),
  };
}
