/**
 * Runs on a disk of 4 MiB in a separate process: `full-disk.ts <folder>`. Prints the results as JSON, which
 * full-disk.test.ts checks.
 */
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic, writeFolderAtomic } from '../../src/artifacts/atomic-write.ts';
import { newCheckpointPath, openDataFolder } from '../../src/artifacts/data-folder.ts';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import { receiveUpload } from '../../src/artifacts/upload.ts';
import { openStore } from '../../src/store/store.ts';
import { newModel } from '../store/samples.ts';
import { filesBelow } from './data-folder.ts';

const TOO_MUCH = 8 * 1024 * 1024;
const folder = await openDataFolder(process.argv[2]);
const old = join(folder.root, 'logs/old');
await writeFileAtomic(old, 'old');

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'succeeded';
  } catch (error) {
    if (!(error instanceof StorageError)) return String(error);
    // Clients read the message.
    return error.message.includes(folder.root) ? `names a path of the server: ${error.message}` : error.code;
  }
}

async function fillUp(): Promise<string> {
  const path = join(folder.root, 'models/ballast');
  await writeFile(path, '');
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    await writeFile(path, Buffer.alloc(size), { flag: 'a' }).catch(() => {});
  }
  return path;
}

async function* stream(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < TOO_MUCH; sent += 65_536) yield Buffer.alloc(65_536, 1);
}

const files = {
  replaced: await codeOf(writeFileAtomic(old, Buffer.alloc(TOO_MUCH, 1))),
  uploaded: await codeOf(receiveUpload(stream(), join(folder.root, 'artifacts/a/1'), { maxBytes: TOO_MUCH })),
  checkpoint: await codeOf(
    writeFolderAtomic(join(folder.root, newCheckpointPath('m', 1, 'c')), async (temporary) => {
      await writeFile(join(temporary, 'adapter_config.json'), '{}');
      await writeFile(join(temporary, 'adapter_model.safetensors'), Buffer.alloc(TOO_MUCH, 1));
    }),
  ),
  left: await filesBelow(folder.root),
  old: await readFile(old, 'utf8'),
  freeBytes: await statfs(folder.root).then(({ bavail, bsize }) => bavail * bsize),
};

const store = await openStore({ sqliteFile: folder.databaseFile });
const model = await newModel(store, { name: 'trained' });
await store.jobs.enqueue({ modelId: model.id, kind: 'sft', payload: 'jobs/data', config: {} });
const { lease } = (await store.jobs.claimNext())!;
const ballast = await fillUp();
const made: string[] = [];
let creation = 'succeeded';
while (creation === 'succeeded') {
  creation = await codeOf(newModel(store).then(({ id }) => made.push(id)));
}
const result = {
  checkpoint: { step: 1, folder: null, metrics: { loss: 1 } },
  history: Array.from({ length: 200 }, (_, step) => ({ step, metrics: { [`metric ${'x'.repeat(200)}`]: step } })),
};
const completion = await codeOf(store.jobs.complete(lease, result));
const whileFull = {
  newest: (await store.checkpoints.newest(model.id))?.step,
  history: (await store.runs.history(model.runId!)).data.length,
  status: (await store.jobs.get(lease.jobId)).status,
};
await rm(ballast);
const completionWithSpace = await codeOf(store.jobs.complete(lease, result));
await store.close();

const again = await openStore({ sqliteFile: folder.databaseFile });
const kept = (await again.models.list({ limit: 10_000 })).data.map(({ id }) => id);
const database = {
  creation,
  completion,
  whileFull,
  completionWithSpace,
  newest: (await again.checkpoints.newest(model.id))?.step,
  lost: [model.id, ...made].filter((id) => !kept.includes(id)).length,
  halfMade: kept.length - made.length - 1,
};
await again.close();
console.log(JSON.stringify({ files, database }));
