import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** The oldest Node the product runs on; the system's own may be older, since npm brings a newer one. */
const neededMajor = 24;

/** The Node program everything but the scripts themselves is run by. */
export function node24() {
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const fromNpm = join(rootFolder, 'node_modules', packageName, 'bin', program);
  if (existsSync(fromNpm)) return fromNpm;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  throw new SetupError(
    existsSync(join(rootFolder, 'node_modules'))
      ? `Node ${neededMajor} is needed and npm has none for this platform: install it from nodejs.org and run again`
      : 'the packages are not installed: run npm run setup',
  );
}

/** PATH with Node 24 first, and then the programs of the installed packages. */
export function node24Path(environment = process.env) {
  return [dirname(node24()), join(rootFolder, 'node_modules/.bin'), environment.PATH ?? ''].join(delimiter);
}
