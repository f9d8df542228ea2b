import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { Lease } from '../../src/store/lease.ts';
import type { Store } from '../../src/store/store.ts';
import type { NewTrajectoryFile } from '../../src/store/trajectory-files.ts';

/** The server's store, and the records of one owner. */
interface Stores {
  all: Store;
  owned: Store;
}

/** Calls the methods that W&B clients use: uploads, versions, aliases, tags, runs and provenance. */
export async function exerciseVersions({ all, owned }: Stores, checkpointId: string): Promise<void> {
  const { clientRuns, uploads, artifactVersions, aliases, tags, provenance } = owned;
  const collection = { entity: 'e', project: 'p', name: `a-${randomUUID()}` };
  for (const state of ['running', 'finished'] as const) await clientRuns.upsert(collection, { state });
  const run = (await clientRuns.find(collection))!;
  await clientRuns.get(run.id);
  await clientRuns.append(run.id, 0, [{ text: '{}', entry: { step: 1, metrics: { a: 1 } } }]);
  await clientRuns.change(run.id, { state: 'finished' });
  const { run: another } = await clientRuns.upsert({ ...collection, name: 'another' }, {});
  await clientRuns.delete(another.id);

  const described = { type: 'dataset', digest: 'd', description: null, metadata: {}, clientRunId: run.id };
  const begin = () => uploads.begin({ ...collection, ...described, aliases: ['best'], tags: ['good'] });
  const announced = { name: 'f', md5: 'm', isManifest: false };
  const { id } = await begin();
  await uploads.get(id);
  await uploads.announce(id, [announced]);
  (await uploads.checkRoom())(1);
  for (const path of ['a', 'b']) await uploads.putFile(id, { name: 'f', md5: 'm', bytes: 1, sha256: 'a', path });
  await uploads.file(id, 'f');
  await uploads.files(id);
  await uploads.commit(id);
  await uploads.announce((await begin()).id, [announced]);
  const inTwoDays = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 86_400_000);
  for await (const paths of all.uploads.deleteExpired()) void paths;
  inTwoDays.mockRestore();

  for (const version of [null, 0]) await artifactVersions.find(collection, version);
  await artifactVersions.ofDigest(collection, 'd');
  await artifactVersions.count(collection);
  for (const before of [null, 1]) await artifactVersions.list(collection, before, 2);
  for (const target of [{ artifactId: id }, { checkpointId }]) {
    await aliases.set(collection, ['old'], target);
    await aliases.find(collection, 'old');
    await aliases.of(collection, target);
    await aliases.remove(collection, ['old'], target);
    await tags.change(target, { add: ['new'], remove: ['good'] });
    await tags.of(target);
    for (const role of ['made', 'used'] as const) await provenance.note(run.id, role, target);
    await provenance.maker(target);
    await provenance.users(target);
  }
}

/** Calls the methods that Tinker clients use, and those that end their sessions. */
export async function exerciseTinker({ all, owned }: Stores): Promise<void> {
  const { tinker, tinkerRuns, tinkerSessions } = owned;
  const session = randomUUID();
  const page = { offset: 1, limit: 2 };
  await tinkerSessions.add(session, { a: 1 });
  await tinkerSessions.list(page);
  await all.tinkerSessions.touch([session]);
  const run = `${session}:train:0`;
  const lora = { rank: 8, alpha: 32, targets: ['q_proj'] };
  const folder = (name: string) => `tinker/${session}/${name}`;
  const model = { id: run, session, baseModel: 'toy', lora, labels: null, answer: null, folder: folder('0') };
  await tinkerRuns.checkRoom();
  await tinkerRuns.add(model);
  await tinkerRuns.get(run);
  await tinkerRuns.list(page);
  await tinkerRuns.noteSum(run);
  await tinkerRuns.commit({ ...model, was: model.folder, folder: folder('1') });
  const sampler = { id: `${session}:sample:0`, session, baseModel: 'toy', path: null, folder: folder('sampler') };
  for (const one of [sampler, sampler]) await tinkerSessions.addSampler(one);

  const place = { run, kind: 'weights' as const, name: 'w' };
  const saved = { ...place, baseModel: 'toy', rank: 8, targets: ['q_proj'], bytes: 1, labels: null, overwrite: true };
  const save = (ttlMs: number | null) => {
    const id = randomUUID();
    return tinker.add({ ...saved, id, folder: folder(id), ttlMs });
  };
  await save(null);
  await save(null);
  const { id } = await tinker.get(place);
  await tinker.withId(id);
  for (const of of [undefined, run]) await tinker.list({ ...page, run: of });
  await tinker.newest([run]);
  await tinker.setPublic(place, true);
  await tinker.setTtl(place, 60_000);
  await tinker.delete(place);
  await save(0);
  for await (const folders of all.tinker.deleteExpired()) void folders;

  await tinkerSessions.get(session);
  await all.tinkerSessions.get(session);
  await all.tinkerSessions.idle(0);
  await all.tinkerSessions.end(session);
}

/** Calls the methods that add a running job's trajectories, list them and delete them. */
export async function exerciseTrajectories({ all, owned }: Stores, modelId: string, lease: Lease): Promise<void> {
  const { trajectories } = owned;
  await all.trajectories.addOfJob(lease, trajectoryFile(`trajectories/${modelId}`));
  await all.trajectories.areOf(lease.jobId);
  const [first] = (await trajectories.list(modelId, {}, {})).data;
  const filters = [{}, { jobId: lease.jobId }, { logId: 'l' }, { split: 'train', minReward: 0, text: 'q' }];
  const orders = ['newest', 'oldest', 'highest_reward', 'lowest_reward', 'longest', 'shortest'] as const;
  for (const order of orders) {
    for (const filter of filters) {
      for (const after of [null, first.id]) await trajectories.list(modelId, filter, { after }, order);
    }
  }
  await trajectories.get(modelId, first.id);
  await trajectories.tokens(first.id);
  for (const after of [null, '0']) await trajectories.groups(lease.jobId, { after });
}

/** Calls the methods of elected tasks and of the bucket's bookkeeping. */
export async function exerciseTaskLeases({
  taskLeases,
  busWorkers,
  manifests,
  trajectories,
  forgetRemovals,
}: Store): Promise<void> {
  await taskLeases.acquire('task', 'a');
  await taskLeases.renew('task', 'a');
  await taskLeases.release('task', 'a', 0);
  await busWorkers.note({ id: 'w', name: 'worker' }, 1_000);
  await busWorkers.list();
  await busWorkers.forget('w');
  const path = `checkpoints/${randomUUID()}`;
  await manifests.announce(path);
  await manifests.add({ path, files: [{ name: 'f', bytes: 1, sha256: 'a' }] });
  await manifests.find(path);
  await manifests.withFile([path], 'f');
  await manifests.dropFile(path, 'f');
  await manifests.release(path);
  await manifests.forget(path);
  await manifests.ago(0);
  await trajectories.deleteUnlisted(60_000);
  await trajectories.deleteOldest(2 ** 30, 99_999);
  await trajectories.deleteOldest(0);
  await forgetRemovals(60_000);
}

export function trajectoryFile(path: string): NewTrajectoryFile {
  const figures = { reward: 1, advantage: 0, outcome: 'trained', truncated: false, answers: 1, characters: 1 };
  const texts = { prompt: 'q', answer: 'a', text: 'q\na', metrics: {} };
  const trajectory = { place: 0, at: 0, length: 1, ...figures, ...texts };
  const group = { size: 1, exceptions: 0, mean: 1, stdDev: 0, min: 1, max: 1, outcome: 'trained' };
  return { path, bytes: 1, groups: [{ ...group, trajectories: [trajectory] }] };
}
