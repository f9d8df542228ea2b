import { run } from '../run.mjs';

/** Returns whether a program of at least this version can be run; `found` matches the version in its output. */
export async function hasProgram(program, args, found, [major, minor]) {
  try {
    const version = (await run(program, args)).match(found);
    if (version === null) return false;
    const [ownMajor, ownMinor] = [Number(version[1]), Number(version[2])];
    return ownMajor > major || (ownMajor === major && ownMinor >= minor);
  } catch {
    return false;
  }
}
