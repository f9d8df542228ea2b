import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import type { DataFolder } from '../../src/artifacts/data-folder.ts';
import type { ClaimedJob } from '../../src/jobs/claimed-job.ts';
import { KeptTrajectories } from '../../src/jobs/kept-trajectories.ts';
import { outageTimes } from '../../src/jobs/outage.ts';
import { JobPlanner } from '../../src/jobs/plan/job-planner.ts';
import { type ComputeLogprobs, withPolicyLogprobs } from '../../src/jobs/plan/policy-logprobs.ts';
import { pinReference, requireComing } from '../../src/jobs/plan/reference-policy.ts';
import { planRl } from '../../src/jobs/plan/rl-plan.ts';
import type { TrainingPlan } from '../../src/jobs/plan/training-plan.ts';
import type { BegunJob } from '../../src/store/job-progress.ts';
import type { Lease } from '../../src/store/lease.ts';
import type { ModelRecord } from '../../src/store/models.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { KlReference } from '../../src/training/rl/kl-reference.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { newSqlite, type TestDatabase } from '../store/databases.ts';
import { emptyQueue, newJob, newModel, runningJob, trainedStep } from '../store/samples.ts';

let database: TestDatabase;
let store: Store;
let root: string;
const planner = new JobPlanner();

beforeAll(async () => {
  database = await newSqlite();
  store = await openStore(database.address);
  root = await realpath(await mkdtemp(join(tmpdir(), 'daybreak-plan-')));
  await mkdir(join(root, 'jobs'));
  writeToyModel(join(root, 'toy'));
});
beforeEach(() => emptyQueue(store));
afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(root, { recursive: true });
});

const choice = (ids: number[], logprob = -1) => ({
  message: { role: 'assistant', content: 'x' },
  logprobs: { content: ids.map(() => ({ token: 't', logprob })) },
  prompt_token_ids: [1],
  token_ids: ids,
});
const trajectory = (id: number, reward: number) => ({ reward, messages_and_choices: [choice([id, id])] });
const pair = [{ trajectories: [trajectory(5, 1), trajectory(6, 0)] }];

interface Planned {
  plan: TrainingPlan;
  asked: string[];
  sequences: TrainSequence[];
}

/** Returns a running job of the model. Earlier jobs are ended. */
async function begunJob(model: ModelRecord): Promise<{ job: BegunJob['job']; lease: Lease }> {
  await emptyQueue(store);
  const { lease } = await runningJob(store, model.id);
  return { job: (await store.jobs.begin(lease, 64)).job, lease };
}

/** Plans a job. The first policy scores each token as -2, the second as -3, and so on. */
async function planned(
  model: ModelRecord,
  config: object,
  groups: unknown = pair,
  resumed?: { job: BegunJob['job']; lease: Lease },
): Promise<Planned> {
  await writeFile(join(root, 'payload.json'), JSON.stringify({ model_id: model.id, trajectory_groups: groups }));
  const asked: string[] = [];
  const compute: ComputeLogprobs = async (sequences, policy) => {
    asked.push(typeof policy === 'string' ? policy : (policy.folder ?? 'no adapter'));
    return sequences.map(({ mask }) => Float32Array.from(mask, (bit) => (bit ? -1 - asked.length : 0)));
  };
  const from = await store.checkpoints.newest(model.id);
  const { job, lease } = resumed ?? (await begunJob(model));
  const claimed = {
    job: { ...job, payload: 'payload.json', config },
    lease,
    model,
    from,
    trainingLength: 64,
    base: { path: join(root, 'toy') },
    signal: new AbortController().signal,
  } as unknown as ClaimedJob;
  const folder = { root } as DataFolder;
  const limits = { bytes: 0, ownerBytes: null, tokenGroups: 0 };
  const kept = new KeptTrajectories({ store, folder, limits, log: pino({ level: 'silent' }) });
  const parts = { store, folder, planner, outage: outageTimes, kept };
  const plan = await withPolicyLogprobs(parts, claimed, await planRl(parts, claimed), compute);
  return { plan, asked, sequences: plan.steps.flatMap(({ request }) => request?.sequences ?? []) };
}

const trained = ({ mask }: TrainSequence, values: Float32Array | undefined) =>
  values && Array.from(values).filter((_, place) => mask[place] === 1);

describe('log-probabilities', () => {
  test('are the sampler’s by default, and nothing is scored', async () => {
    const { asked, sequences } = await planned(await newModel(store), {});
    expect(asked).toEqual([]);
    expect(sequences).toHaveLength(2);
    for (const sequence of sequences) {
      expect(trained(sequence, sequence.oldLogprobs)).toEqual([-1, -1]);
      expect(sequence).not.toHaveProperty('sampledLogprobs');
      expect(sequence).not.toHaveProperty('referenceLogprobs');
    }
  });

  test('are recomputed with the starting weights if precalculate_logprobs is set, beside the sampler’s', async () => {
    const { asked, sequences } = await planned(await newModel(store), { precalculate_logprobs: true });
    expect(asked).toEqual(['start']);
    for (const sequence of sequences) {
      expect(trained(sequence, sequence.oldLogprobs)).toEqual([-2, -2]);
      expect(trained(sequence, sequence.sampledLogprobs)).toEqual([-1, -1]);
    }
  });

  test('of the reference are computed only with a KL penalty', async () => {
    const model = await newModel(store);
    const { asked, sequences } = await planned(model, { precalculate_logprobs: true, kl_penalty_coef: 0.1 });
    expect(asked).toEqual(['start', 'base']);
    for (const sequence of sequences) expect(trained(sequence, sequence.referenceLogprobs)).toEqual([-3, -3]);
    expect((await planned(model, { kl_penalty_reference_step: 0 })).asked).toEqual([]);
  });

  test('of the reference use the checkpoint of the given step, lag or name', async () => {
    const model = await newModel(store);
    for (const step of [1, 2, 3]) await trainedStep(store, model.id, step, `checkpoints/${model.id}/${step}`);
    const reference = async (config: object) => (await planned(model, { kl_penalty_coef: 1, ...config })).asked;
    expect(await reference({ kl_penalty_reference_step: 2 })).toEqual([`checkpoints/${model.id}/2`]);
    expect(await reference({ kl_penalty_step_lag: 1 })).toEqual([`checkpoints/${model.id}/2`]);
    expect(await reference({ kl_penalty_step_lag: 7 })).toEqual(['no adapter']);
    await expect(reference({ kl_penalty_reference_step: 9 })).rejects.toThrow(/no checkpoint of step 9/);
    const other = await newModel(store);
    await trainedStep(store, other.id, 1, 'checkpoints/other/1');
    const name = `wandb-artifact:///team/games/${other.name}:step1`;
    expect(await reference({ kl_ref_adapter_path: name })).toEqual(['checkpoints/other/1']);
    await store.models.delete(other.id);
    await expect(reference({ kl_ref_adapter_path: name })).rejects.toThrow(/kl_ref_adapter_path: .* has been deleted/);
  });

  test('use the files of a deleted reference, which stay until the job has ended', async () => {
    const [model, other] = [await newModel(store), await newModel(store)];
    const folder = `checkpoints/${other.id}/1`;
    await trainedStep(store, other.id, 1, folder);
    const { id: reference } = await store.checkpoints.newest(other.id).then((checkpoint) => checkpoint!);
    const queued = await store.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: null, config: {}, reference });
    expect((await store.models.delete(other.id)).paths).toEqual([]);
    expect(await store.referencedPaths()).toContain(folder);
    const { lease } = (await store.jobs.claimNext())!;
    const { job } = await store.jobs.begin(lease, 64);
    const name = `wandb-artifact:///team/games/${other.name}:step1`;
    const config = { kl_penalty_coef: 1, kl_ref_adapter_path: name };
    expect((await planned(model, config, pair, { job, lease })).asked).toEqual([folder]);
    const ended = await store.jobs.complete(lease, { checkpoint: { step: 1, folder: null, metrics: {} } });
    expect([ended.job.id, ended.paths]).toEqual([queued.id, [expect.stringMatching(/^jobs\/.*\.f32$/), folder]]);
    const gone = { modelId: model.id, kind: 'rl' as const, payload: null, config: {}, reference };
    await expect(store.jobs.enqueue(gone)).rejects.toMatchObject({ code: 'not_found', resource: 'checkpoint' });
  });

  test('are computed once, and a resumed job reads them from its file, bit-identical', async () => {
    const model = await newModel(store);
    const config = { precalculate_logprobs: true, kl_penalty_coef: 0.1 };
    const { lease } = await begunJob(model);
    const resumed = async () => ({ job: (await store.jobs.begin(lease, 64)).job, lease });
    const first = await planned(model, config, pair, await resumed());
    expect(first.asked).toEqual(['start', 'base']);
    const again = await planned(model, config, pair, await resumed());
    expect(again.asked).toEqual([]);
    expect(again.sequences).toEqual(first.sequences);
    // The file is not used if the planned sequences differ or the file is gone.
    const { logprobs: scores } = await store.jobs.get((await resumed()).job.id);
    const longer = [{ trajectories: [trajectory(5, 1), trajectory(7, 0)] }];
    expect((await planned(model, config, longer, await resumed())).asked).toEqual(['start', 'base']);
    await expect(readFile(join(root, scores!))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(join(root, (await resumed()).job.logprobs!));
    expect((await planned(model, config, longer, await resumed())).sequences).toHaveLength(2);
  });

  test('of a holder with a stale lease are not kept and leave no file', async () => {
    const model = await newModel(store);
    const { job, lease } = await begunJob(model);
    await store.jobs.requeueRunning();
    const before = await readdir(join(root, 'jobs'));
    const late = planned(model, { precalculate_logprobs: true }, pair, { job, lease });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    expect(await readdir(join(root, 'jobs'))).toEqual(before);
    expect((await store.jobs.get(job.id)).logprobs).toBeNull();
  });

  test('are not computed if there is nothing to train on', async () => {
    const equal = [{ trajectories: [trajectory(5, 1), trajectory(6, 1)] }];
    const { asked, plan } = await planned(
      await newModel(store),
      { precalculate_logprobs: true, kl_penalty_coef: 1 },
      equal,
    );
    expect([asked, plan.steps]).toEqual([[], []]);
    expect(plan.started.notice).toMatch(/all rewards within each group are equal/);
    const rewards = { 'train/reward': 1, 'train/reward_std_dev': 0, 'train/exception_rate': 0 };
    expect(plan.metrics).toEqual(rewards);
    expect(plan.record).toEqual(rewards);
  });
});

describe('pinReference', () => {
  test('pins an existing step, but no later step, lag or base model', async () => {
    const model = await newModel(store);
    await trainedStep(store, model.id, 1, 'folder');
    const held = async (reference: KlReference) => (await pinReference(store, model, reference)).checkpointId;
    expect(await held({ kind: 'step', step: 1 })).toBe((await store.checkpoints.newest(model.id))?.id);
    expect(await held({ kind: 'step', step: 2 })).toBeNull();
    expect(await held({ kind: 'lag', steps: 1 })).toBeNull();
    expect(await held({ kind: 'base' })).toBeNull();
  });

  test('pins the step that a name means now, among the caller’s models', async () => {
    const [model, other] = [await newModel(store), await newModel(store)];
    for (const step of [1, 2]) await trainedStep(store, other.id, step, `checkpoints/${other.id}/${step}`);
    const name = `wandb-artifact:///team/games/${other.name}`;
    const pinned = async (text: string, owner = 'ann') =>
      (await pinReference(store.ownedBy(owner), model, { kind: 'adapter', name: text })).name;
    expect(await pinned(name)).toBe(`${name}:step2`);
    expect(await pinned(`${name}:step1`)).toBe(`${name}:step1`);
    expect(await pinned(`${name}:v0`)).toBe(`${name}:step0`);
    await expect(pinned(name, 'bob')).rejects.toThrow(/kl_ref_adapter_path: there is no model with this name/);
    await expect(pinned(`${name}:step9`)).rejects.toThrow(/no such checkpoint/);
    for (const path of ['/etc/passwd', '../adapter', 'toy', 'wandb-artifact:///a', '']) {
      await expect(pinned(path)).rejects.toThrow(/does not name a model of this server; allowed are/);
    }
    const { model: foreign } = await store.models.create({
      entity: 'team',
      project: 'games',
      name: 'foreign',
      baseModel: 'another',
      owner: 'ann',
      returnExisting: false,
    });
    await expect(pinned(`wandb-artifact:///team/games/${foreign.name}`)).rejects.toThrow(/base model is 'another'/);
  });
});

describe('the learning rate', () => {
  test('is scaled by the trend of the reward deviation over the model’s jobs', async () => {
    const model = await newModel(store);
    for (const [step, deviation] of [0.8, 0.6].entries()) {
      const metrics = { 'train/reward': 0, 'train/reward_std_dev': deviation };
      const { lease } = await runningJob(store, model.id);
      const history = [
        { step: step + 1, metrics: { policy_loss: 1 } },
        { step: step + 1, metrics },
      ];
      await store.jobs.complete(lease, { checkpoint: { step: step + 1, folder: null, metrics }, history });
    }
    // Rewards 1 and 0.2 have a standard deviation of 0.4, so the trend is 0.8, 0.6, 0.4.
    const groups = [{ trajectories: [trajectory(5, 1), trajectory(6, 0.2)] }];
    const { lease } = await runningJob(store, model.id);
    const rate = async (config: object) => {
      const { job } = await store.jobs.begin(lease, 64);
      const { plan } = await planned(model, { learning_rate: 1e-3, ...config }, groups, { job, lease });
      return plan.steps[0].request?.learningRate;
    };
    expect(await rate({ scale_learning_rate_by_reward_std_dev: true })).toBeCloseTo(1e-3 * (0.4 / 0.8), 12);
    expect(await rate({ scale_learning_rate_by_reward_std_dev: null })).toBe(1e-3);
    // A client's log of the same name is ignored, for this job and the next.
    const logged = { split: 'train', file: { path: 'logs/x', bytes: 1, groups: [] }, groups: 1, trajectories: 1 };
    await store.logs.record({ modelId: model.id, ...logged, metrics: { 'train/reward_std_dev': 5 } });
    expect(await rate({ scale_learning_rate_by_reward_std_dev: true })).toBeCloseTo(1e-3 * (0.4 / 0.8), 12);
    await store.jobs.fail(lease, 'no');
    const { plan } = await planned(model, { learning_rate: 1e-3, scale_learning_rate_by_reward_std_dev: true }, groups);
    expect(plan.steps[0].request?.learningRate).toBeCloseTo(1e-3 * (0.4 / 0.8), 12);
  });
});

test('the first event of an RL job lists unknown configuration keys and options without effect', async () => {
  const config = { odd: 1, learning_rate: null, truncated_importance_sampling: 2 };
  const { plan } = await planned(await newModel(store), config);
  expect(plan.started).toMatchObject({
    ignored_fields: ['odd'],
    notice: expect.stringMatching(/truncated_importance_sampling has no effect/),
  });
});

test('the first event of an RL job lists unknown fields of trajectories', async () => {
  const groups = [{ trajectories: [{ rewrd: 1, messages_and_choices: [choice([5])] }], note: '' }];
  const { plan } = await planned(await newModel(store), { odd: 1 }, groups);
  expect(plan.started).toMatchObject({
    ignored_fields: ['odd', 'trajectory_groups.0.note', 'trajectory_groups.0.trajectories.0.rewrd'],
  });
});

test('an error in the trajectories has the path of the fault', async () => {
  const groups = [{ trajectories: [{ messages_and_choices: [choice([5]), { ...choice([5]), token_ids: [5, 6] }] }] }];
  await expect(planned(await newModel(store), {}, groups)).rejects.toMatchObject({
    name: 'TrainingInputError',
    path: ['trajectory_groups', 0, 'trajectories', 0, 'messages_and_choices', 1],
  });
});

describe('the KL reference of an RL job', () => {
  const noticeOf = async (model: ModelRecord, config: object) => (await planned(model, config)).plan.started.notice;

  test('has a notice if there is no coefficient or the lag is beyond the first checkpoint', async () => {
    const model = await newModel(store);
    for (const [field, value] of [
      ['kl_penalty_reference_step', 7],
      ['kl_penalty_step_lag', 3],
      ['kl_ref_adapter_path', 'any'],
    ] as const) {
      const notice = `${field} has no effect without kl_penalty_coef; set that above 0.`;
      expect(await noticeOf(model, { [field]: value })).toBe(notice);
    }
    expect(await noticeOf(model, { kl_penalty_coef: 0.1, kl_penalty_step_lag: 99 })).toBe(
      'kl_penalty_step_lag: no step is 99 steps before step 0; the reference is step 0.',
    );
    expect(await noticeOf(model, { kl_penalty_coef: 0.1 })).toBeUndefined();
    expect(await noticeOf(model, { kl_penalty_coef: 0, kl_penalty_source: 'sample' })).toBeUndefined();
  });

  test('is refused if it is a step that no earlier job will create', async () => {
    await emptyQueue(store);
    const model = await newModel(store);
    const own = store.ownedBy(model.owner);
    const field =
      /^experimental_config\.kl_penalty_reference_step: the model has no checkpoint of step 1; its newest is of step 0$/;
    await expect(requireComing(own, model, 1)).rejects.toThrow(field);
    await expect(requireComing(own, model, 0)).resolves.toBeUndefined();
    await runningJob(store, model.id);
    await expect(requireComing(own, model, 1)).resolves.toBeUndefined();
    await expect(requireComing(own, model, 2)).rejects.toThrow(/newest is of step 0, and earlier jobs create 1 more/);
  });

  test('is accepted if the job that will create its step starts while the jobs are counted', async () => {
    await emptyQueue(store);
    const model = await newModel(store);
    await newJob(store, model.id);
    const { jobs, checkpoints } = store.ownedBy(model.owner);
    const list: typeof jobs.list = async (...asked) => {
      const page = await jobs.list(...asked);
      await store.jobs.claimNext();
      return page;
    };
    const counted = Object.assign(Object.create(jobs), { list });
    await expect(requireComing({ jobs: counted, checkpoints }, model, 1)).resolves.toBeUndefined();
    expect((await store.jobs.list({ modelId: model.id, status: 'running' })).data).toHaveLength(1);
  });
});

test('there is no room for trajectories above the byte limit of an owner', async () => {
  const reserve = { check: async () => {} };
  const parts = { store: {} as Store, folder: { reserve } as unknown as DataFolder, log: pino({ level: 'silent' }) };
  const kept = new KeptTrajectories({ ...parts, limits: { bytes: 100, ownerBytes: 50, tokenGroups: 0 } });
  expect([await kept.hasRoomFor(50), await kept.hasRoomFor(51)]).toEqual([true, false]);
});
