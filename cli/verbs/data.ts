import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import type { Artifact, ArtifactFile } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes, UsageFailure } from '../failures.ts';
import { findArtifact } from '../files/artifact-name.ts';
import { checkTrainingRows, hasRows } from '../files/checked-rows.ts';
import { download, type RemoteFile, refuseTerminal, writeOut } from '../files/download.ts';
import { blobOf } from '../files/local-blob.ts';
import { mayWriteFile, mayWriteFiles, outputPath, plainName, shown } from '../files/paths.ts';
import { standardInputAsFile } from '../files/standard-input.ts';
import { withArtifact } from '../files/upload.ts';
import { writeWholeFile, writeWholeFiles } from '../files/whole.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';

/** `daybreak data put|get`: uploads files as artifacts, and downloads them. */
export function addData(program: Command, context: Context): void {
  addPut(program, context);
  addGet(program, context);
}

interface PutOptions {
  name?: string;
  project?: string;
  entity?: string;
  check: boolean;
}

function addPut(program: Command, context: Context): void {
  const command = commandAt(program, 'data put')
    .summary('Upload a file')
    .description(
      'Creates an artifact from a file, and prints its URL for train sft. An existing name gets a new ' +
        'version. The rows of .jsonl and .ndjson files are first checked, as the server checks them for SFT, and ' +
        'stored as train.jsonl, the name that jobs read. Standard input is read as such rows.',
    )
    .argument('<file>', 'File to upload; - is standard input')
    .option('--name <name>', 'Name of the artifact (default: the name of the file, or data)')
    .option('--project <project>', 'Project of the artifact (default: uploads)')
    .option('--entity <entity>', 'Entity of the artifact (default: local)')
    .option('--no-check', 'Upload the file without checking it')
    .action((file: string, options: PutOptions) => put(context, file, options));
  addExamples(command, [
    'data put conversations.jsonl',
    'data put - --name yes-no --project demo < conversations.jsonl',
  ]);
}

/** File name under which a job looks for its rows. */
const rowsName = 'train.jsonl';

async function put(context: Context, given: string, { name, project, entity, check }: PutOptions): Promise<void> {
  const path = given === '-' ? await standardInputAsFile(rowsName) : given;
  const content = await blobOf(path);
  if (check && hasRows(path)) await checkTrainingRows(given, content);
  const request = { name: name ?? nameOf(given), project, entity };
  const file = { path, name: hasRows(path) ? rowsName : basename(path) };
  const made = await withArtifact(context, request, [file], async (artifact, files) => ({ ...artifact, files }));
  await context.out(context.json ? jsonText(made, 2) : shown(context, made.url));
}

/** Returns a name for the artifact: the file name without extension and without characters not allowed. */
function nameOf(path: string): string {
  return (
    basename(path === '-' ? '' : path, extname(path))
      .replace(/[/\\:#?%]/g, '-')
      .slice(0, 128) || 'data'
  );
}

interface GetOptions {
  output?: string;
  yes?: boolean;
}

function addGet(program: Command, context: Context): void {
  const command = commandAt(program, 'data get')
    .summary('Download the files of an artifact')
    .description(
      'Writes one file of an artifact, or all files into a folder, checks each SHA-256, and prints the path.',
    )
    .argument('<artifact>', 'Id, URL or name of the artifact; without :vN its newest version')
    .argument('[file]', 'File to write (default: all files, into a folder)')
    .option(
      '-o, --output <path>',
      'Output path; - is standard output (default: the name, in the current folder)',
      outputPath,
    )
    .option('-y, --yes', 'Overwrite existing files')
    .action((artifact: string, file: string | undefined, options: GetOptions) => get(context, artifact, file, options));
  addExamples(command, ['data get conversations', 'data get conversations:v2 train.jsonl -o - | head -1']);
}

async function get(
  context: Context,
  given: string,
  wanted: string | undefined,
  { output, yes = false }: GetOptions,
): Promise<void> {
  if (output === '') throw new UsageFailure('--output is empty');
  if (output === '-') refuseTerminal(context);
  const artifact = await findArtifact(context, given);
  const files = artifact.files.filter(({ name }) => wanted === undefined || name === wanted);
  if (files.length === 0)
    throw new CommandFailure(`${artifact.url} has no ${wanted ?? 'files'}${listed(artifact)}`, exitCodes.notFound);
  if (output === '-') {
    if (files.length > 1)
      throw new UsageFailure(`the artifact has ${files.length} files; name the one for standard output`);
    return writeOut(context, remote(artifact, files[0]!));
  }
  const path = output ?? visibleName(wanted ?? artifact.name);
  await (wanted === undefined ? getAll(context, artifact, path, yes) : getOne(context, artifact, files[0]!, path, yes));
  await context.out(context.json ? jsonText({ url: artifact.url, path, files }, 2) : shown(context, path));
}

/**
 * Returns a name that is not hidden. An untrusted server may name an existing folder such as `.ssh`. Throws
 * `CommandFailure`.
 */
function visibleName(name: string): string {
  if (!name.startsWith('.')) return plainName(name);
  throw new CommandFailure(`${JSON.stringify(name)} would be a hidden file; give a path with --output`);
}

function listed({ files }: Artifact): string {
  return files.length === 0 ? '' : `; it has ${files.map(({ name }) => name).join(', ')}`;
}

async function getOne(context: Context, artifact: Artifact, file: ArtifactFile, path: string, yes: boolean) {
  await mayWriteFile(context, path, yes);
  await writeWholeFile(path, (temporary) => download(context, remote(artifact, file), temporary));
}

async function getAll(context: Context, artifact: Artifact, folder: string, yes: boolean): Promise<void> {
  const names = artifact.files.map(({ name }) => plainName(name));
  await mayWriteFiles(context, folder, names, yes);
  await writeWholeFiles(folder, async (temporary) => {
    for (const file of artifact.files) {
      await download(context, remote(artifact, file), join(temporary, file.name));
    }
  });
}

function remote({ id }: Artifact, { name, bytes, sha256 }: ArtifactFile): RemoteFile {
  return { path: `/v1/preview/artifacts/${id}/files/${encodeURIComponent(name)}`, name, bytes, sha256 };
}
