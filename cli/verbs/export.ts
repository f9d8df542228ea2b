import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { bytesOfFile, download, openFile, type RemoteFile, refuseTerminal, writeOut } from '../files/download.ts';
import { mayWriteFile, mayWriteFiles, outputPath, plainName, requireFolder, shown } from '../files/paths.ts';
import { writeWholeFile, writeWholeFiles } from '../files/whole.ts';
import { commandAt } from '../groups.ts';
import { findCheckpoint } from '../model-name.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';

const ggufForms = ['gguf-f16', 'gguf-q8_0', 'gguf-q4_0', 'gguf-q4_1', 'gguf-bf16', 'gguf-f32'] as const;
const forms = ['peft', 'merged', ...ggufForms] as const;

interface Options {
  as: (typeof forms)[number];
  dtype?: string;
  output?: string;
  yes?: boolean;
}

/** `daybreak export M[:stepN] --as peft|merged|gguf-...`: writes a checkpoint as files for other programs. */
export function addExport(program: Command, context: Context): void {
  const command = commandAt(program, 'export')
    .summary('Export a checkpoint for other programs')
    .description(
      "Writes a checkpoint to files, and prints their path. peft is a folder with the adapter in PEFT's format; " +
        'merged is the whole model as a Hugging Face folder, or as a tar archive of it if --output ends in ' +
        '.tar; gguf-... is the whole model as one file that llama.cpp opens.',
    )
    .argument('<model>', 'Model, for its newest checkpoint; or model:stepN')
    .addOption(new Option('--as <form>', `Format: ${forms.join(', ')}`).choices(forms).makeOptionMandatory())
    .addOption(
      new Option('--dtype <type>', 'Data type of merged weights: bf16, f32 (default: bf16)').choices(['bf16', 'f32']),
    )
    .option(
      '-o, --output <path>',
      'Output path; - is standard output (default: named after model and step, in the current folder)',
      outputPath,
    )
    .option('-y, --yes', 'Overwrite existing files')
    .action((model: string, options: Options) => exportCheckpoint(context, model, options));
  addExamples(command, [
    'export agent --as gguf-q8_0 -o agent.gguf',
    'export agent:step12 --as peft -o ./adapter',
    'export agent --as merged -o - | ssh gpu tar -x -C models',
  ]);
}

/** A checkpoint to export. */
interface Source {
  /** Path of the operations on this checkpoint. */
  path: string;
  /** File name made of model and step. */
  name: string;
}

async function exportCheckpoint(context: Context, given: string, options: Options): Promise<void> {
  if (options.dtype !== undefined && options.as !== 'merged') throw new UsageFailure('--dtype is for --as merged only');
  if (options.output === '') throw new UsageFailure('--output is empty');
  if (options.output === '-') refuseTerminal(context);
  const { model, step } = await findCheckpoint(context, given);
  const source = {
    path: `/v1/preview/models/${model.id}/checkpoints/${step}`,
    name: plainName(`${model.name}-step${step}`),
  };
  const path = await (options.as === 'peft'
    ? exportAdapter(context, model.id, step, source, options)
    : exportMerged(context, source, options));
  if (path === '-') return;
  const exported = { model: `${model.entity}/${model.project}/${model.name}`, step, as: options.as, path };
  await context.out(context.json ? jsonText(exported, 2) : shown(context, path));
}

async function exportAdapter(
  context: Context,
  modelId: string,
  step: number,
  { path, name }: Source,
  { output: folder = `${name}-peft`, yes = false }: Options,
): Promise<string> {
  if (folder === '-') throw new UsageFailure('an adapter is a folder, which cannot be written to standard output');
  const files = await context.client().models.checkpoints.files(modelId, step);
  if (files.length === 0)
    throw new CommandFailure(`step ${step} is the base model itself: it has no adapter`, exitCodes.notFound);
  const names = files.map((file) => plainName(file.name));
  refuseIfContains(folder, 'config.json', 'a whole model');
  await mayWriteFiles(context, folder, names, yes);
  await writeWholeFiles(folder, async (temporary) => {
    for (const file of files) {
      const remote = { path: `${path}/files/${encodeURIComponent(file.name)}`, name: file.name, bytes: file.bytes };
      await download(context, remote, join(temporary, file.name));
    }
  });
  return folder;
}

async function exportMerged(context: Context, { path, name }: Source, options: Options): Promise<string> {
  const { as, dtype = 'bf16', yes = false } = options;
  const isGguf = as !== 'merged';
  const output = options.output ?? (isGguf ? `${name}-${as.replace('gguf-', '')}.gguf` : name);
  const query = isGguf ? `format=${as}` : `dtype=${dtype}`;
  const form = isGguf ? { name: `${name}.gguf`, needs: 'format' } : { name: `${name}.tar` };
  const file = { path: `${path}/merged?${query}`, ...form };
  if (output === '-') await writeOut(context, file);
  else if (isGguf || output.endsWith('.tar')) {
    await mayWriteFile(context, output, yes);
    await writeWholeFile(output, (temporary) => download(context, file, temporary));
  } else {
    requireFolder(output, 'use a path that ends in .tar, or - for standard output, for one archive');
    refuseIfContains(output, 'adapter_config.json', 'an adapter');
    await mayWriteFiles(context, output, undefined, yes);
    await writeWholeFiles(output, (temporary) => unpack(context, file, temporary));
  }
  return output;
}

/** Throws `UsageFailure` if an adapter and a whole model would share a folder. */
function refuseIfContains(folder: string, name: string, what: string): void {
  if (!existsSync(join(folder, name))) return;
  const why = 'transformers applies an adapter to a model in the same folder';
  throw new UsageFailure(`${folder} contains ${what}, and ${why}; give another folder`);
}

/** Unpacks an archive of one folder as it arrives, with the machine's tar. */
async function unpack(context: Context, file: RemoteFile, folder: string): Promise<void> {
  const answer = await openFile(context, file);
  const tar = spawn('tar', ['-x', '-f', '-', '--strip-components=1', '-C', folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(tar, 'close').catch((error) => {
    throw new CommandFailure(`tar cannot be run (${error.message}); an --output that ends in .tar does not need it`);
  });
  const piped = pipeline(Readable.from(bytesOfFile(context, file, answer)), tar.stdin).catch((fault) => fault);
  const [code] = await ended;
  const fault = await piped;
  if (fault !== undefined && fault.code !== 'EPIPE') throw fault;
  if (code !== 0) throw new CommandFailure(`tar failed to unpack the archive, with exit code ${code}`);
}
