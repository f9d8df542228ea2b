import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from './run.mjs';

/** Runs `work` while no other process holds the lock `name` in `folder`; takes over the lock of a dead process. */
export async function withLock(folder, name, work) {
  makeFolder(folder);
  const file = join(folder, `${name}.lock`);
  for (let told = false; !tryLock(file); ) {
    if (!told && isAlive(holder(file))) {
      // Standard output belongs to the program that is set up.
      console.error('waiting for another set-up of this folder to finish');
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
    throw new SetupError(`${folder} cannot be created (${code}); set XDG_CACHE_HOME to a writable folder`);
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') {
      throw new SetupError(`${dirname(file)} is not writable; set XDG_CACHE_HOME to a writable folder`);
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
