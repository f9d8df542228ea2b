import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type {
  CreateTrainingJobRequest,
  RlConfig,
  SftConfig,
  TrainingJob,
} from '../../clients/typescript/src/generated/types.gen.ts';
import { integerFrom, numberFrom } from '../bounded-number.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { checkTrainingRows } from '../files/checked-rows.ts';
import { blobOf } from '../files/local-blob.ts';
import { withArtifact } from '../files/upload.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';
import { writeEpochs } from '../train/epochs.ts';
import { readGroups, withLines } from '../train/groups-file.ts';
import { watchJob } from '../train/job-watch.ts';
import { findTrainable, type ModelChoice, withTrainable } from '../train/trainable-model.ts';

/** `daybreak train sft|rl`: starts a job from a file. */
export function addTrain(program: Command, context: Context): void {
  addSft(program, context);
  addRl(program, context);
}

interface CommonOptions extends ModelChoice {
  lr?: number;
  config?: string;
  watch?: boolean;
}

function withCommon(command: Command): Command {
  return command
    .requiredOption('--model <model>', 'Model to train, by name or id; a new one may be project/name')
    .option('--base-model <name>', 'Create the model from this base model if it does not exist')
    .option('--project <project>', 'Project of a new model whose name has none', 'cli')
    .option('--lr <rate>', 'Learning rate', numberFrom(0, 1))
    .option('--config <file>', 'Other fields of the job’s configuration: a JSON file')
    .option('--watch', 'Follow the job to its end');
}

interface SftOptions extends CommonOptions {
  epochs: number;
  batch?: number;
  lastTurn?: boolean;
  check: boolean;
}

function addSft(program: Command, context: Context): void {
  const command = withCommon(commandAt(program, 'train sft'))
    .summary('Train on conversations (SFT)')
    .description(
      'Uploads a file with one conversation per line ({"messages": [...]}) and starts a job on it. The rows are ' +
        'first checked, as the server checks them.',
    )
    .argument('<file>', 'JSONL file, or URL of data that the server can read')
    .option('--epochs <integer>', 'Number of passes over the data', integerFrom(1), 1)
    .option('--batch <integer>', 'Conversations per gradient step', integerFrom(1))
    .option('--last-turn', 'Train only on the last answer of each conversation')
    .option('--no-check', 'Upload the file without checking it')
    .action((file: string, options: SftOptions) => trainSft(context, file, options));
  addExamples(command, [
    'train sft data.jsonl --model my-agent --base-model HuggingFaceTB/SmolLM2-135M-Instruct --watch',
    'train sft data.jsonl --model my-agent --epochs 3 --batch 8 --lr 1e-4',
  ]);
}

async function trainSft(context: Context, file: string, options: SftOptions): Promise<void> {
  const config: SftConfig = {
    ...(await configFile<SftConfig>(options.config)),
    ...(options.batch === undefined ? {} : { batch_size: options.batch }),
    ...(options.lr === undefined ? {} : { learning_rate: options.lr }),
    ...(options.lastTurn ? { assistant_turns: 'last' } : {}),
  };
  const isUrl = /^[a-z-]+:\/\//.test(file);
  if (isUrl && options.epochs !== 1) throw new UsageFailure('--epochs needs a local file, not a URL');
  const content = isUrl ? undefined : await blobOf(file);
  const trainable = await findTrainable(context, options);
  const start = (url: string, signal?: AbortSignal): Promise<TrainingJob> =>
    withTrainable(context, trainable, ({ id }) => {
      const body = { model_id: id, training_data_url: url, config };
      return context.client().trainingJobs.createSft(body, { signal });
    });
  if (content === undefined) return started(context, await start(file), options);
  if (options.check) await checkTrainingRows(file, content);
  const job = await writeEpochs(file, options.epochs, (path) => {
    const name = `${basename(file).replace(/[^\w.-]/g, '-')}-${Date.now()}`.slice(-128);
    return withArtifact(context, { name }, [{ path, name: 'train.jsonl' }], async ({ id, url }, _sent, signal) => {
      const made = await start(url, signal);
      // The job has a copy of the data, and has started even if the artifact remains.
      await context
        .client()
        .artifacts.delete(id)
        .catch(() => {});
      return made;
    });
  });
  await started(context, job, options);
}

function addRl(program: Command, context: Context): void {
  const command = withCommon(commandAt(program, 'train rl'))
    .summary('Train on rewarded trajectories (RL)')
    .description(
      'Starts a job on a file with one trajectory group per line ({"trajectories": [{"messages_and_choices": [...], ' +
        '"reward": 1}, ...]}), or with an array of groups.',
    )
    .argument('<file>', 'File with the groups')
    .action((file: string, options: CommonOptions) => trainRl(context, file, options));
  addExamples(command, ['train rl groups.jsonl --model my-agent --watch', 'train rl groups.jsonl --model a --lr 1e-5']);
}

async function trainRl(context: Context, file: string, options: CommonOptions): Promise<void> {
  const { groups, lineOf } = await readGroups(file);
  const config: RlConfig = {
    ...(await configFile<RlConfig>(options.config)),
    ...(options.lr === undefined ? {} : { learning_rate: options.lr }),
  };
  const trajectory_groups = groups as CreateTrainingJobRequest['trajectory_groups'];
  const trainable = await findTrainable(context, options);
  const job = await withTrainable(context, trainable, ({ id }) => {
    const body = { model_id: id, trajectory_groups, experimental_config: config };
    return context.client().trainingJobs.create(body);
  }).catch((error: unknown) => {
    throw withLines(error, file, lineOf);
  });
  await started(context, job, options);
}

async function started(context: Context, job: TrainingJob, { watch }: CommonOptions): Promise<void> {
  if (watch) {
    context.err(`job ${job.id}`);
    return watchJob(context, job.id);
  }
  if (context.json) return context.out(jsonText(job, 2));
  for (const line of fieldLines(job, ['id', 'status', 'model_id'], context)) await context.out(line);
}

async function configFile<Config>(path: string | undefined): Promise<Config | undefined> {
  if (path === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageFailure(`--config ${path}: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandFailure(`--config ${path} must be a JSON object`, exitCodes.usage);
  }
  return value as Config;
}
