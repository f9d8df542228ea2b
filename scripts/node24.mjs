import { delimiter, dirname, join } from 'node:path';
import { packageFolder } from './package-folder.mjs';
import { isClone, rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** The oldest Node that the product supports. The system's own may be older, since npm installs a newer one. */
const neededMajor = 24;

/** Returns the Node program that runs everything but the scripts themselves. */
export function node24() {
  const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const fromNpm = packageFolder(packageName);
  if (fromNpm) return join(fromNpm, 'bin', program);
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  throw new SetupError(
    isClone && !packageFolder('webgpu')
      ? 'the packages are not installed: run npm run setup'
      : `Node ${neededMajor} is needed and npm has none for this platform: install it from nodejs.org and run again`,
  );
}

/** Returns PATH with Node 24 first, then the programs of the installed packages. */
export function node24Path(environment = process.env) {
  return [dirname(node24()), join(rootFolder, 'node_modules/.bin'), environment.PATH ?? ''].join(delimiter);
}
