import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Checkpoint, Model } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { blobOf } from '../files/local-blob.ts';
import { foundAt } from '../files/paths.ts';
import { type LocalFile, withArtifact } from '../files/upload.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';
import { findTrainable, type ModelChoice, withTrainable } from '../train/trainable-model.ts';

interface Options extends ModelChoice {
  config?: string;
  anyBaseModel?: boolean;
}

const [configName, weightsName] = ['adapter_config.json', 'adapter_model.safetensors'] as const;

/** `daybreak import <adapter> --model M`: starts a model from the user's PEFT adapter. */
export function addImport(program: Command, context: Context): void {
  const command = commandAt(program, 'import')
    .summary('Start a model from your own adapter')
    .description(
      "Imports a LoRA adapter in PEFT's format as the model's step 0, for chats and for the first job to continue " +
        'from. This is possible until the first job of the model. --base-model creates the model if it does ' +
        'not exist.',
    )
    .argument('<adapter>', `Folder with ${configName} and ${weightsName}, or a .safetensors file`)
    .requiredOption('--model <model>', 'Model, by name or id; a new one may be project/name')
    .option('--config <file>', `Configuration file (default: ${configName} next to the weights)`)
    .option('--base-model <name>', 'Base model of a new model; models base lists them')
    .option('--project <project>', 'Project of a new model whose name has none', 'cli')
    .option('--any-base-model', 'Accept an adapter for a base model with another name')
    .action((adapter: string, options: Options) => importAdapter(context, adapter, options));
  addExamples(command, [
    'import ./adapter --model agent',
    'import ./adapter --model team/agent --base-model HuggingFaceTB/SmolLM2-135M-Instruct',
  ]);
}

async function importAdapter(context: Context, adapter: string, options: Options): Promise<void> {
  const files = filesOf(adapter, options.config);
  for (const { path } of files) await blobOf(path);
  const trainable = await findTrainable(context, options);
  const imported = await withTrainable(context, trainable, async (model) => {
    const { id, step, bytes } = await send(context, model, files, options);
    return { model: `${model.entity}/${model.project}/${model.name}`, model_id: model.id, id, step, bytes };
  });
  if (context.json) return context.out(jsonText(imported, 2));
  for (const line of fieldLines(imported, Object.keys(imported), context)) await context.out(line);
}

function filesOf(adapter: string, config: string | undefined): LocalFile[] {
  const found = foundAt(adapter);
  if (found === undefined) throw new UsageFailure(`${adapter} does not exist`);
  if (!found.isDirectory() && !adapter.endsWith('.safetensors'))
    throw new UsageFailure(`${adapter} is not an adapter: it must be a folder or a .safetensors file`);
  const weights = found.isDirectory() ? join(adapter, weightsName) : adapter;
  return [
    { path: config ?? join(dirname(weights), configName), name: configName },
    { path: weights, name: weightsName },
  ];
}

/** Uploads the adapter as an artifact and imports it. The server keeps a copy, so the artifact is then deleted. */
async function send(
  context: Context,
  model: Model,
  files: readonly LocalFile[],
  { anyBaseModel }: Options,
): Promise<Checkpoint> {
  const request = { name: `${model.name.slice(0, 110)}-adapter`, project: model.project, entity: model.entity };
  return withArtifact(context, request, files, async (artifact, _, signal) => {
    const { models, artifacts } = context.client();
    const body = { artifact_url: artifact.url, any_base_model: anyBaseModel };
    const checkpoint = await models.checkpoints.import(model.id, body, { signal });
    // The import has succeeded even if the artifact remains.
    await artifacts.delete(artifact.id).catch(() => {});
    return checkpoint;
  });
}
