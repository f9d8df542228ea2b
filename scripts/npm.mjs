import { run } from './run.mjs';

/** Runs the npm that has started this process, or else the one in PATH; returns what it printed on stdout. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  const [program, ...first] = own?.endsWith('.js')
    ? [process.execPath, own]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return run(program, [...first, ...args], { shell: program.endsWith('.cmd'), ...options });
}
