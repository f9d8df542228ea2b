import type { Asked } from './server.ts';

/** Training data of the jobs; the same for every server. */
export interface Lessons {
  /** Groups of trajectories from chats. */
  groups: object[];
  /** Lines of train.jsonl. */
  conversations: string;
}

type Kind = 'rl' | 'scored' | 'sft' | 'large';

/** Kinds of the jobs of one model, in order. */
export type Plans = Record<string, readonly Kind[]>;

/**
 * Jobs of one model, in order: SFT and RL, on a fresh adapter, and on moments from either kind. `scored` jobs compute
 * log-probabilities on the device while they are planned.
 */
export const plans: Plans = { mixed: ['sft', 'rl'], rewarded: ['rl', 'scored'] };

/** The same plans, and a job with steps large enough to share with other workers. */
export const clusterPlans: Plans = { ...plans, large: ['large'] };

const settings = {
  rl: {},
  scored: { precalculate_logprobs: true, kl_penalty_coef: 0.05, kl_penalty_reference_step: 1 },
};

const questions = ['red', 'blue', 'hot', 'cold', 'up', 'down'];
const answers = ['yes', 'no', 'maybe'];

/** Makes training data from answers of the untrained model. */
export async function makeLessons(server: Asked): Promise<Lessons> {
  const groups: object[] = [];
  for (const [place, question] of questions.entries()) {
    const content = Array.from({ length: 8 }, (_, i) => `${question} ${i}`).join(' ');
    const messages = [{ role: 'user', content }];
    const chat = { model: 'toy', messages, n: 6, seed: 100 * place, max_tokens: 6 };
    const { choices } = await server.call('POST', '/chat/completions', chat);
    const trajectories = choices.map((choice: { message: { content: string } }) => ({
      messages_and_choices: [...messages, choice],
      reward: answers.indexOf(choice.message.content),
    }));
    groups.push({ trajectories });
  }
  const rows = questions.map((question, place) => [
    { role: 'user', content: question },
    { role: 'assistant', content: answers[place % answers.length] },
  ]);
  const conversations = [...rows, ...rows].map((messages) => JSON.stringify({ messages })).join('\n');
  return { groups, conversations };
}

/** Model with its queued jobs. */
export interface TrainedModel {
  plan: string;
  id: string;
  jobs: string[];
}

/** Creates a model of every plan, and queues all jobs. */
export async function beginRound(
  server: Asked,
  lessons: Lessons,
  round: number,
  all: Plans = plans,
): Promise<TrainedModel[]> {
  const models: TrainedModel[] = [];
  for (const [plan, kinds] of Object.entries(all)) {
    models.push(await beginModel(server, lessons, plan, round, kinds));
  }
  return models;
}

/** Creates a model of one plan and its jobs. `jobs` receives the id of each job as it is accepted. */
export async function beginModel(
  server: Asked,
  lessons: Lessons,
  plan: string,
  round: number | string,
  kinds: readonly Kind[] = plans[plan],
  jobs: string[] = [],
): Promise<TrainedModel> {
  const wanted = { project: 'chaos', name: `${plan}-${round}`, base_model: 'toy' };
  const { id } = await server.call('POST', '/preview/models', wanted);
  for (const kind of kinds) {
    const isRl = kind === 'rl' || kind === 'scored';
    jobs.push(await (isRl ? rlJob(server, id, lessons, settings[kind]) : sftJob(server, id, SFT[kind](lessons))));
  }
  return { plan, id, jobs };
}

async function rlJob(server: Asked, model: string, { groups }: Lessons, further: object): Promise<string> {
  const { id } = await server.call('POST', '/preview/training-jobs', {
    model_id: model,
    trajectory_groups: groups,
    experimental_config: {
      learning_rate: 1e-3,
      packed_sequence_length: 64,
      logprob_calculation_chunk_size: 64,
      ...further,
    },
  });
  return id;
}

interface SftLesson {
  /** Lines of train.jsonl. */
  conversations: string;
  batchSize: number;
}

const SFT: Record<'sft' | 'large', (lessons: Lessons) => SftLesson> = {
  sft: ({ conversations }) => ({ conversations, batchSize: 1 }),
  large: () => ({ conversations: longConversations(768), batchSize: 256 }),
};

/** Returns `count` lines of a hundred words, all different. */
export function longConversations(count: number): string {
  const words = ['red', 'blue', 'hot', 'cold', 'up', 'down', 'yes', 'no'];
  const text = (length: number, word: (i: number) => number): string =>
    Array.from({ length }, (_, i) => words[word(i) % words.length]).join(' ');
  const lines = Array.from({ length: count }, (_, place) => [
    { role: 'user', content: text(60, (i) => i * (place + 3) + (i >> 2)) },
    { role: 'assistant', content: text(40, (i) => place + i * i) },
  ]);
  return lines.map((messages) => JSON.stringify({ messages })).join('\n');
}

async function sftJob(server: Asked, model: string, { conversations, batchSize }: SftLesson): Promise<string> {
  const artifact = await server.call('POST', '/preview/artifacts', { name: 'lessons' });
  await server.call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, conversations);
  const { id } = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: model,
    training_data_url: artifact.url,
    config: { batch_size: batchSize, learning_rate: 3e-3 },
  });
  return id;
}

export interface JobEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Returns all events of a job so far. */
export async function eventsOf(server: Asked, job: string): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for (let more = true; more; ) {
    const after = events.length > 0 ? `&after=${events[events.length - 1].id}` : '';
    const page = await server.call('GET', `/preview/training-jobs/${job}/events?limit=100${after}`);
    events.push(...page.data);
    more = page.has_more;
  }
  return events;
}

export function hasEnded(events: readonly JobEvent[]): boolean {
  return ['training_ended', 'training_failed'].includes(events.at(-1)?.type ?? '');
}
