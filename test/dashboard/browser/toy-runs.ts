import { type Caller, pollEvents } from '../../api/test-server.ts';
import { teach } from '../../api/toy-lessons.ts';

/** Models with data to show: two of RL, one of SFT, and an untrained one. */
export interface ToyRuns {
  rl: ToyModel;
  other: ToyModel;
  sft: ToyModel;
}

export interface ToyModel {
  id: string;
  runId: string;
  /** Name of the model in chat requests. */
  name: string;
}

export async function newToyModel(server: Caller, project: string, name: string): Promise<ToyModel> {
  const { body } = await server.call('POST', '/preview/models', { project, name, base_model: 'toy' });
  return { id: body.id, runId: body.run_id, name: `wandb-artifact:///${body.entity}/${project}/${name}` };
}

/** Text of a trajectory that would spoof a page if rendered as HTML or Markdown. */
export const hostileText = '<script>alert(1)</script> \u202egnp.exe\u202c \u200binvisible [x](javascript:alert(1))';

/** A character of four bytes, for which the toy model has no token. */
export const emoji = '🙂';

/** Suffixes of the questions in the first round. */
const oddities = [` ${hostileText}`, ` ${emoji}`, ''];

/** Samples answers to three questions, rewarded for "yes". The trajectories of the last group have equal rewards. */
export async function toyGroups(server: Caller, model: ToyModel, round: number): Promise<object[]> {
  const groups: object[] = [];
  for (const [place, question] of ['red', 'blue', 'hot'].entries()) {
    const messages = [{ role: 'user', content: question + (round === 0 ? oddities[place] : '') }];
    const { body } = await server.call('POST', '/chat/completions', {
      ...{ model: model.name, messages, n: 6, seed: round * 1_000 + place * 100, max_tokens: 4 },
    });
    const trajectories = body.choices.map((choice: { message: { content: string } }, index: number) => ({
      messages_and_choices: [...messages, choice],
      reward: place === 2 ? 0.5 : choice.message.content === 'yes' ? 1 : index * 0.05,
      metrics: { correct: choice.message.content === 'yes' ? 1 : 0 },
    }));
    groups.push({ trajectories });
  }
  return groups;
}

/** Runs one RL job on the toy model and logs its first group. Returns the job's id. */
export async function rlJob(server: Caller, model: ToyModel, round: number, rate = 1e-3): Promise<string> {
  const groups = await toyGroups(server, model, round);
  const { body } = await server.call('POST', '/preview/training-jobs', {
    ...{ model_id: model.id, trajectory_groups: groups, experimental_config: { learning_rate: rate } },
  });
  await pollEvents(server, body.id);
  await server.call('POST', `/preview/models/${model.id}/log`, { split: 'val', trajectory_groups: groups.slice(0, 1) });
  return body.id;
}

export async function makeToyRuns(server: Caller, rounds = 3): Promise<ToyRuns> {
  const rl = await newToyModel(server, 'maths', 'adder');
  const other = await newToyModel(server, 'maths', 'adder-slow');
  const sft = await newToyModel(server, 'style', 'polite');
  await newToyModel(server, 'style', 'untrained');
  const reinforce = async (model: ToyModel, times: number, rate?: number) => {
    for (let round = 0; round < times; round++) await rlJob(server, model, round, rate);
  };
  const taught = teach(server, sft, 'maybe').then((job) => pollEvents(server, job));
  await Promise.all([reinforce(rl, rounds), reinforce(other, 2, 1e-4), taught]);
  return { rl, other, sft };
}
