import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AdapterCheck } from './adapter-check.ts';
import { CheckpointError } from './checkpoint.ts';

/**
 * `checkAdapter` in a thread of its own, as it reads all of the weights. Rejects with `CheckpointError`, and with an
 * AbortError where `signal` aborts, which ends the thread.
 */
export async function checkAdapterAside(check: AdapterCheck, signal: AbortSignal): Promise<void> {
  const entry = import.meta.url.endsWith('.ts') ? './adapter-check-thread.ts' : './adapter-check-thread.js';
  const thread = new Worker(new URL(entry, import.meta.url), { workerData: check, execArgv: [], env: {} });
  try {
    const [{ fault }] = (await once(thread, 'message', { signal })) as [{ fault: string | null }];
    if (fault !== null) throw new CheckpointError(fault);
  } finally {
    await thread.terminate();
  }
}
