import { run } from './run.mjs';

/** Runs the npm that started this process, or else the npm in PATH; returns its standard output. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  const [program, ...first] = own?.endsWith('.js')
    ? [process.execPath, own]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return run(program, [...first, ...args], { shell: program.endsWith('.cmd'), ...options });
}
