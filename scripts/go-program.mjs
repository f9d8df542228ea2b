import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';

/**
 * Returns the path of a program built from a Go module, for programs that no package registry has. Builds at the lowest
 * priority, since it takes minutes; the result is kept in `.cache/{name}` by version.
 *
 * @throws {SetupError} if Go is missing or the module cannot be downloaded
 */
export async function goProgram(name, module, version) {
  const program = join(cacheFolder, name, version, name);
  if (existsSync(program)) return program;
  return withLock(cacheFolder, name, async () => {
    if (existsSync(program)) return program;
    const target = join(cacheFolder, name, `.building-${process.pid}`);
    const env = { ...process.env, GOBIN: target, CGO_ENABLED: '0' };
    mkdirSync(target, { recursive: true });
    try {
      const args = ['install', '-trimpath', '-ldflags=-s -w', `${module}@${version}`];
      await run('nice', ['-n', '19', 'go', ...args], { env });
      mkdirSync(join(program, '..'), { recursive: true });
      await rename(join(target, name), program);
    } catch (error) {
      throw new SetupError(`${name} ${version} cannot be built: ${error.message}`);
    } finally {
      await rm(target, { recursive: true, force: true });
    }
    return program;
  });
}
