import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, rootFolder } from '../root-folder.mjs';
import { run } from '../run.mjs';
import { hasProgram } from './toolchain.mjs';
import { typedContract } from './typed-contract.mjs';

export const language = 'rust';
export const generatedPath = 'clients/rust/src/generated';
export const versionLines = [
  { file: 'clients/rust/Cargo.toml', pattern: /^version = "(.*)"$/m },
  { file: 'clients/rust/Cargo.lock', pattern: /^name = "daybreak-client"\nversion = "(.*)"$/m },
];

/** Checks for Cargo 1.88, which both the generator and the client need. */
export async function missing() {
  return (await hasProgram('cargo', ['--version'], /cargo (\d+)\.(\d+)/, [1, 88])) ? null : 'Rust 1.88 or newer';
}

/** Runs Cargo in a folder of the repository, with the versions of its Cargo.lock; build output goes to `.cache`. */
export function cargo(folder, args, options = {}) {
  const [command, ...rest] = args;
  return run('cargo', [command, '--locked', '--quiet', ...rest], {
    cwd: join(rootFolder, folder),
    env: { ...process.env, CARGO_TARGET_DIR: targetFolder(folder) },
    ...options,
  });
}

function targetFolder(folder) {
  return join(cacheFolder, 'rust-client', folder.endsWith('generator') ? 'generator' : 'target');
}

export async function generate(target) {
  const code = await cargo('scripts/clients/rust/generator', ['run'], { input: JSON.stringify(typedContract()) });
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'mod.rs'), code);
}

/** Builds the programs without https, which the tests do not need and which would need a C compiler. */
export async function build(scratch) {
  await cargo('clients/rust', ['build', '--no-default-features', '--examples']);
  const program = (name) => {
    const file = join(
      targetFolder('clients/rust'),
      'debug/examples',
      process.platform === 'win32' ? `${name}.exe` : name,
    );
    return { program: file, args: [], cwd: scratch };
  };
  return { smoke: program('smoke'), quickstart: program('quickstart'), exchange: program('exchange') };
}
