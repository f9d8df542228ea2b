import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './run.mjs';

/** Does `work` while no other process does the same under this name; a dead process's lock is taken over. */
export async function withLock(folder, name, work) {
  makeFolder(folder);
  const file = join(folder, `${name}.lock`);
  for (let told = false; !tryLock(file); ) {
    if (!told && isAlive(holder(file))) {
      // Standard output is that of the program which is set up.
      console.error('waiting for another set-up of this folder to end');
      told = true;
    }
    await sleep(told ? 200 : 10);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch ({ code }) {
    throw new SetupError(`${folder} cannot be made (${code}); XDG_CACHE_HOME can name a folder that may be written`);
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') {
      throw new SetupError(`${dirname(file)} may not be written; XDG_CACHE_HOME can name another folder`);
    }
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isAlive(holder(file))) rmSync(file, { force: true });
  return false;
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0; // it was just released
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
