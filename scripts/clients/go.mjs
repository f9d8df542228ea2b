import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../lock.mjs';
import { cacheFolder, rootFolder } from '../root-folder.mjs';
import { run } from '../run.mjs';
import { hasProgram } from './toolchain.mjs';
import { typedContract } from './typed-contract.mjs';

export const language = 'go';
export const generatedPath = 'clients/go/generated';
export const versionLines = [
  { file: 'clients/go/version.go', pattern: /^const Version = "(.*)"$/m },
  { file: 'clients/go/README.md', pattern: /^go mod edit -require=\S+@v(\S+) /m },
];

const generator = { module: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', version: 'v2.8.2' };

/** Checks for Go 1.25, which the generator needs; the client itself needs 1.24. */
export async function missing() {
  return (await hasProgram('go', ['version'], /go(\d+)\.(\d+)/, [1, 25])) ? null : 'Go 1.25 or newer';
}

export async function generate(target) {
  const program = await installedGenerator();
  const work = await mkdtemp(join(tmpdir(), 'daybreak-go-client-'));
  try {
    const contract = join(work, 'contract.json');
    await writeFile(contract, JSON.stringify(typedContract()));
    const code = await run(program, ['-config', 'oapi-codegen.yaml', contract], {
      cwd: join(rootFolder, 'scripts/clients/go'),
    });
    await rm(target, { recursive: true, force: true });
    await mkdir(join(target, 'api'), { recursive: true });
    await writeFile(join(target, 'api/api.gen.go'), code);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Builds the generator on first use; Go verifies its sources with its checksum database. */
async function installedGenerator() {
  const folder = join(cacheFolder, 'go-client', generator.version);
  const program = join(folder, process.platform === 'win32' ? 'oapi-codegen.exe' : 'oapi-codegen');
  return withLock(cacheFolder, 'go-client', async () => {
    if (!existsSync(program)) {
      const env = { ...process.env, GOBIN: folder, GOFLAGS: '' };
      await run('go', ['install', `${generator.module}@${generator.version}`], { env, cwd: tmpdir() });
    }
    return program;
  });
}

/** Builds the programs into `scratch`, from the module in the working tree. */
export async function build(scratch) {
  const cwd = join(rootFolder, 'clients/go');
  const program = async (name, folder) => {
    const file = join(scratch, process.platform === 'win32' ? `${name}.exe` : name);
    await run('go', ['build', '-mod=readonly', '-buildvcs=false', '-o', file, folder], { cwd });
    return { program: file, args: [], cwd: scratch };
  };
  return {
    smoke: await program('smoke', './smoke'),
    quickstart: await program('quickstart', './examples/quickstart'),
    exchange: await program('exchange', './examples/exchange'),
  };
}
