import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chooseDevice, computes, isDeviceChosen } from './device-environment.mjs';
import { installPackages, packagesAreInstalled } from './install-packages.mjs';
import { withLock } from './lock.mjs';
import { node24, node24Path } from './node24.mjs';
import { cacheFolder, isClone, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/**
 * Prepares a fresh clone, or an installed package, to run programs; with `device`, programs that use the GPU. Does only
 * the steps that are still needed, and prints one line for each.
 */
export async function setUp({ device = false } = {}) {
  await withLock(cacheFolder, 'setup', async () => {
    if (isClone && !packagesAreInstalled()) await step('installing packages', installPackages);
    if (device) await setUpDevice();
    if (!isClone) return;
    await generateCode();
    await build();
    await buildDashboard();
    await buildCommand();
  });
}

/** Finds a GPU driver, or downloads one. The npm packages must be installed. */
export async function setUpDevice() {
  if (computes() && !isDeviceChosen()) await step('looking for a GPU', useDevice);
}

async function step(name, work) {
  const start = performance.now();
  // Standard output belongs to the program that is set up.
  process.stderr.write(`set-up: ${name} ... `);
  try {
    const outcome = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.error(`${outcome ?? 'done'} (${seconds} s)`);
  } catch (error) {
    console.error('failed');
    throw error;
  }
}

async function useDevice() {
  const { way, adapter } = await chooseDevice();
  const name = adapter.description || adapter.device || adapter.vendor;
  return way === 'software' ? `none; using a software driver: ${name}` : name;
}

async function generateCode() {
  const inputs = ['openapi.yaml', 'kernels', 'codegen', 'package-lock.json'];
  const hash = contentHash(inputs);
  const generated = join(rootFolder, 'src/generated');
  if (isStamped('codegen', hash) && existsSync(generated)) return;
  for (const input of ['openapi.yaml', 'codegen/generate.ts']) {
    if (!existsSync(join(rootFolder, input))) throw new SetupError(`${input} is missing: the checkout is incomplete`);
  }
  await step('generating code from openapi.yaml and kernels', () =>
    tool(['codegen/generate.ts'], 'openapi.yaml cannot be turned into code: run npm run codegen'),
  );
  stamp('codegen', hash);
}

async function build() {
  const hash = contentHash(['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']);
  const main = join(rootFolder, 'dist/app/main.js');
  if (isStamped('build', hash) && existsSync(main)) return;
  await step('compiling', async () => {
    await tool(
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
      'src does not compile: run npm run build',
    );
    removeOrphans(join(rootFolder, 'dist'), join(rootFolder, 'src'), ['cli']);
  });
  if (existsSync(main)) stamp('build', hash);
}

async function buildDashboard() {
  const sources = ['dashboard/src', 'dashboard/tsconfig.json', 'scripts/dashboard.mjs', 'scripts/clients'];
  const hash = contentHash([...sources, 'openapi.yaml', 'package-lock.json']);
  if (isStamped('dashboard', hash) && existsSync(join(rootFolder, 'dashboard/dist/index.html'))) return;
  await step('building the dashboard', () =>
    tool(['scripts/dashboard.mjs'], 'the dashboard cannot be built: run node scripts/dashboard.mjs'),
  );
  stamp('dashboard', hash);
}

async function buildCommand() {
  const shared = ['clients/typescript/src', 'dashboard/src/data', 'src/model/hub/download-progress.ts'];
  const hash = contentHash(['cli', ...shared, 'scripts/cli.mjs', 'package-lock.json']);
  if (isStamped('command', hash) && existsSync(join(rootFolder, 'dist/cli/daybreak.mjs'))) return;
  await step('building the command line', () =>
    tool(['scripts/cli.mjs'], 'the command line cannot be built: run node scripts/cli.mjs'),
  );
  stamp('command', hash);
}

async function tool(args, complaint) {
  try {
    await run(node24(), args, { cwd: rootFolder, env: { ...process.env, PATH: node24Path() } });
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(
      `${complaint}\n${(error.stdout || error.stderr || error.message).trim().split('\n').slice(0, 10).join('\n')}`,
    );
  }
}

/** Deletes the compiled files of deleted sources, so that no import finds them. */
function removeOrphans(built, sources, kept = []) {
  for (const entry of readdirSync(built, { withFileTypes: true })) {
    if (kept.includes(entry.name)) continue;
    const path = join(built, entry.name);
    const source = join(sources, entry.name.replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(source)) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeOrphans(path, source);
  }
}
