import { type Command, Option } from 'commander';
import type { Daybreak } from '../../clients/typescript/src/daybreak.ts';
import type { Trajectory, TrajectorySummary } from '../../clients/typescript/src/generated/types.gen.ts';
import { integerFrom } from '../bounded-number.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { findTrained, readModelName } from '../model-name.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText, printable } from '../output/printable.ts';

interface Options {
  model: string;
  job?: string;
  step?: number;
  split?: string;
}

/** `daybreak trajectories grep <text> --model M`: finds trajectories with a text in their prompt or answers. */
export function addGrep(program: Command, context: Context): void {
  const command = commandAt(program, 'trajectories grep')
    .summary('Find trajectories that contain a text')
    .description(
      'Finds the trajectories of a model with a text, ignoring case, in the first 2,000 characters of prompt and ' +
        'answers. Prints one line for each, with the text and its context.',
    )
    .argument('<text>', 'Text to find, not a regular expression')
    .requiredOption('--model <model>', 'Model; model:stepN for one step only')
    .option('--job <id>', 'Only trajectories of this job')
    .addOption(new Option('--step <n>', 'Only trajectories of this step').argParser(integerFrom(0, 999_999_999)))
    .option('--split <name>', 'Only trajectories of this split; RL jobs use train')
    .action((text: string, options: Options) => grep(context, text, options));
  addExamples(command, [
    'trajectories grep "I cannot" --model agent',
    'trajectories grep 42 --model agent:step3 --json',
  ]);
}

async function grep(context: Context, text: string, { model: given, job, step, split }: Options): Promise<void> {
  const client = context.client();
  const named = readModelName(given);
  const model = await findTrained(context, named.name);
  const query = { text, job_id: job, step: step ?? named.step, split, limit: 100 };
  const pattern = patternOf(text);
  for await (const found of client.models.trajectories.list(model.id, query)) {
    if (context.json) await context.out(jsonText(found));
    else await context.out(lineOf(found, await passageOf(client, model.id, found, pattern), pattern, context));
  }
}

/** A message, with its role. */
interface Passage {
  role: string;
  content: string;
}

/** Returns the message with the text. The list shows shortened texts, so it may be only in the full trajectory. */
async function passageOf(
  client: Daybreak,
  modelId: string,
  found: TrajectorySummary,
  pattern: RegExp,
): Promise<Passage> {
  const shown = [
    { role: 'user', content: found.prompt },
    { role: 'assistant', content: found.answer },
  ];
  const has = ({ content }: Passage): boolean => pattern.test(content);
  const passage = shown.find(has);
  if (passage !== undefined) return passage;
  const { trajectory } = await client.models.trajectories.get(modelId, found.id);
  return passagesOf(trajectory).find(has) ?? shown[1]!;
}

function passagesOf({ messages_and_choices: items, additional_histories: others }: Trajectory): Passage[] {
  const histories = [items, ...(others ?? []).map((history) => history.messages_and_choices)];
  return histories.flatMap((history) =>
    (history ?? []).flatMap((item) => {
      const { role = 'assistant', content } = ('message' in item ? item.message : item) as Partial<Passage>;
      return typeof content === 'string' ? [{ role, content }] : [];
    }),
  );
}

/** Returns a pattern that ignores case. Searching a lower-case copy could yield other positions. */
function patternOf(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}

/** Characters shown before and after the text. */
const [before, behind] = [30, 60];

function lineOf(found: TrajectorySummary, { role, content }: Passage, pattern: RegExp, { color }: Context): string {
  const reward = Number(found.reward.toPrecision(6));
  const head = printable(`${found.id}  step ${found.step}  ${found.split}  reward ${reward}  ${role}: `);
  const place = pattern.exec(content);
  if (place === null) return head + printable(content);
  const [at, end] = [place.index, place.index + place[0].length];
  const [from, to] = [Math.max(0, at - before), Math.min(content.length, end + behind)];
  const hit = printable(content.slice(at, end));
  const marked = color ? `\u001b[1;31m${hit}\u001b[22;39m` : hit;
  const ends = [from > 0 ? '…' : '', to < content.length ? '…' : ''];
  return `${head}${ends[0]}${printable(content.slice(from, at))}${marked}${printable(content.slice(end, to))}${ends[1]}`;
}
