import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment, systemPython } from '../python-environment.mjs';
import { rootFolder } from '../root-folder.mjs';
import { run, SetupError } from '../run.mjs';
import { pythonContract } from './python-contract.mjs';

export const language = 'python';
export const generatedPath = 'clients/python/src/daybreak_client/generated';
export const versionLines = [
  { file: 'clients/python/pyproject.toml', pattern: /^version = "(.*)"$/m },
  { file: 'clients/python/src/daybreak_client/_version.py', pattern: /^VERSION = '(.*)'$/m },
];

const header = '# Generated from openapi.yaml by `npm run clients`: do not edit.\n';

export async function missing() {
  if ((await systemPython()) === null) return 'Python 3.10 or newer with its venv module';
  try {
    await environment();
    return null;
  } catch (error) {
    if (error instanceof SetupError) return `the generator (${error.message})`; // offline, or no disk space
    throw error;
  }
}

const environment = () => pythonEnvironment('python-client', 'scripts/clients/python-requirements.txt');

export async function generate(target) {
  const python = await environment();
  const work = await mkdtemp(join(tmpdir(), 'daybreak-python-client-'));
  try {
    await writeFile(join(work, 'contract.json'), JSON.stringify(pythonContract()));
    await writeFile(join(work, 'config.json'), JSON.stringify({ post_hooks: [], literal_enums: true }));
    const output = join(work, 'generated');
    const files = ['--path', join(work, 'contract.json'), '--config', join(work, 'config.json')];
    await run(python, ['-m', 'openapi_python_client', 'generate', '--meta=none', '--output-path', output, ...files]);
    await ownMarks(output);
    const rules = ['--isolated', '--no-cache', '--quiet', '--line-length=120'];
    await run(python, ['-m', 'ruff', 'check', '--fix-only', '--select=F401,F811,I', '--exit-zero', ...rules, output]);
    await run(python, ['-m', 'ruff', 'format', ...rules, output]);
    await rm(target, { recursive: true, force: true });
    await cp(output, target, { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Marks each file as generated, and imports `Self` from typing_extensions for Python 3.10. */
async function ownMarks(folder) {
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!entry.endsWith('.py')) continue;
    const text = await readFile(join(folder, entry), 'utf8');
    const portable = text.replace(
      'from typing import Any, Self',
      'from typing import Any\nfrom typing_extensions import Self',
    );
    await writeFile(join(folder, entry), header + portable);
  }
}

/** Builds the wheel and installs it with pip into `scratch`, as a user would. */
export async function build(scratch) {
  const python = await environment();
  const folder = join(rootFolder, 'clients/python');
  const wheels = join(scratch, 'wheels');
  const packages = join(scratch, 'packages');
  const pip = (...args) => run(python, ['-m', 'pip', ...args, '--quiet', '--disable-pip-version-check', '--no-deps']);
  await pip('wheel', folder, '--wheel-dir', wheels, '--no-build-isolation');
  const [wheel] = await readdir(wheels);
  await pip('install', join(wheels, wheel), '--target', packages, '--no-index');
  const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'ignore::ResourceWarning' };
  const program = (file) => ({ program: python, args: [join(folder, file)], cwd: scratch, env });
  return {
    smoke: program('smoke/smoke.py'),
    quickstart: program('examples/quickstart.py'),
    exchange: program('examples/exchange.py'),
    tests: program('tests'),
  };
}
