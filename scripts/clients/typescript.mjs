import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { node24 } from '../node24.mjs';
import { rootFolder } from '../root-folder.mjs';
import { run } from '../run.mjs';
import { clientContract, withoutConditions } from './contract.mjs';

export const language = 'typescript';
export const generatedPath = 'clients/typescript/src/generated';
export const versionLines = [
  { file: 'clients/typescript/package.json', pattern: /^ {2}"version": "(.*)"/m },
  { file: 'clients/typescript/src/version.ts', pattern: /^export const version = '(.*)'/m },
];

/** Returns null: npm has installed everything that it needs. */
export const missing = async () => null;

export async function generate(target) {
  await createClient({
    input: typedContract(),
    output: { path: target, module: { extension: '.ts' }, clean: true },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
}

/** Returns the contract with only what types can express. */
export const typedContract = () => withoutOpenEnds(withoutConditions(clientContract()));

/**
 * Removes `additionalProperties: true` next to `properties`. It would become an index signature, and then any misspelt
 * field would compile.
 */
function withoutOpenEnds(node) {
  if (Array.isArray(node)) return node.map(withoutOpenEnds);
  if (typeof node !== 'object' || node === null) return node;
  const isOpenEnd = (key, value) => key === 'additionalProperties' && value === true && 'properties' in node;
  const members = Object.entries(node).filter(([key, value]) => !isOpenEnd(key, value));
  return Object.fromEntries(members.map(([key, value]) => [key, withoutOpenEnds(value)]));
}

/** Packs the client with npm and installs the archive, as a user would. */
export async function build(scratch) {
  const folder = join(rootFolder, 'clients/typescript');
  const source = join(scratch, 'source');
  await cp(folder, source, { recursive: true, filter: (path) => !/[\\/](dist|node_modules)$/.test(path) });
  const compiler = join(rootFolder, 'node_modules/typescript/bin/tsc');
  await run(node24(), [compiler, '-p', join(source, 'tsconfig.json')]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const pack = ['pack', source, '--ignore-scripts', '--silent', '--pack-destination', scratch];
  const archive = (await run(npm, pack, { cwd: scratch, shell: process.platform === 'win32' })).trim();
  const installed = join(scratch, 'node_modules/daybreak-client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(scratch, archive), '-C', installed, '--strip-components=1']);
  await rm(source, { recursive: true });
  for (const part of ['smoke', 'examples']) await cp(join(folder, part), join(scratch, part), { recursive: true });
  const program = (file) => ({ program: node24(), args: [file], cwd: scratch });
  return {
    smoke: program('smoke/smoke.mjs'),
    quickstart: program('examples/quickstart.mjs'),
    exchange: program('examples/exchange.mjs'),
  };
}
