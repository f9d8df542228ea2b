import { randomUUID } from 'node:crypto';
import type { DatabaseAddress } from '../src/store/connection.ts';
import { openStore, type Store } from '../src/store/store.ts';
import type { TrajectoryFilter, TrajectoryOrder } from '../src/store/trajectories.ts';
import type { NewTrajectory } from '../src/store/trajectory-files.ts';
import { OWNER } from './dashboard-store.ts';
import { digits, type Row } from './report.ts';

const JOBS = 10;
/** Trajectories per job, in groups of ten: 10,000 in total. */
const TRAJECTORIES = 1_000;
const GROUP = 10;

/** Queries of a list of 10,000 trajectories, with the expected number of results. */
const QUERIES: [what: string, filter: TrajectoryFilter, order: TrajectoryOrder, found: number][] = [
  ['the newest', {}, 'newest', 100],
  ['the worst of a step', { step: 1 }, 'lowest_reward', 100],
  ['text in 0.1 % of them', { text: 'NEEDLE' }, 'newest', 10],
  ['rewards of 0.9 to 1, truncated, longest first', { minReward: 0.9, maxReward: 1, truncated: true }, 'longest', 100],
  ['text in none of them', { text: 'no such text' }, 'newest', 0],
];

/** Measures the first page of each query over 10,000 trajectories; checks the results first. */
export async function benchTrajectories(address: DatabaseAddress, samples: number): Promise<Row[]> {
  const store = await openStore(address);
  try {
    const modelId = await fill(store);
    const rows: Row[] = [];
    for (const [what, filter, order, found] of QUERIES) {
      const times: number[] = [];
      for (let sample = 0; sample <= samples; sample++) {
        const begin = performance.now();
        const { data } = await store.ownedBy(OWNER).trajectories.list(modelId, filter, { limit: 100 }, order);
        times.push(performance.now() - begin);
        if (data.length !== found) throw new Error(`${what}: ${data.length} found, ${found} expected`);
      }
      rows.push({ what: `10,000 trajectories: ${what}`, figure: digits(times), unit: 'ms', roofline: '< 300' });
    }
    return rows;
  } finally {
    await store.close();
  }
}

async function fill(store: Store): Promise<string> {
  const named = { entity: 'e', project: 'p', name: 'trajectories', baseModel: 'toy', owner: OWNER };
  const { model } = await store.models.create({ ...named, returnExisting: false });
  for (let log = 0; log < JOBS; log++) {
    const groups = Array.from({ length: TRAJECTORIES / GROUP }, (_, group) => {
      const trajectories = Array.from({ length: GROUP }, (_, place) =>
        trajectory(log * TRAJECTORIES + group * GROUP + place, place),
      );
      return { size: GROUP, exceptions: 0, mean: 0.5, stdDev: 0.3, min: 0, max: 1, outcome: 'logged', trajectories };
    });
    const file = { path: `trajectories/${randomUUID()}`, bytes: 1, groups };
    const counts = { groups: groups.length, trajectories: TRAJECTORIES };
    await store.logs.record({ modelId: model.id, split: 'train', file, ...counts, metrics: {} });
    const { job, lease } = await claimed(store, model.id);
    await store.jobs.complete(lease, { checkpoint: { step: log + 1, folder: null, metrics: {} } });
    if (job.modelId !== model.id) throw new Error('another job was claimed');
  }
  return model.id;
}

/** Claims a job; its completion creates the next step. */
async function claimed(store: Store, modelId: string) {
  await store.jobs.enqueue({ modelId, kind: 'rl', payload: null, config: {} });
  const next = await store.jobs.claimNext();
  if (next === null) throw new Error('no job is queued');
  return next;
}

function trajectory(number: number, place: number): NewTrajectory {
  const words = `which of these ${number} is it, and why? `.repeat(50).slice(0, 1_980);
  return {
    ...{ place, at: number * 4_000, length: 4_000, reward: (number % 101) / 100, advantage: null, outcome: 'logged' },
    ...{ truncated: number % 3 === 0, answers: 3, characters: number % 4_001 },
    ...{ prompt: words.slice(0, 200), answer: words.slice(200, 400), metrics: { length: number } },
    text: number % 1_000 === 7 ? `${words} needle` : words,
  };
}
