import type { WordDiff } from './word-diff.ts';

/** Path of the worker's script, defined by the build. */
declare const diffWorkerPath: string;

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

declare const trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined;

/** The page's only Trusted Types policy; it allows only this script. */
const policy: ScriptPolicy =
  typeof trustedTypes === 'undefined'
    ? { createScriptURL }
    : trustedTypes.createPolicy('diff-worker', { createScriptURL });

function createScriptURL(url: string): string {
  if (url !== diffWorkerPath) throw new TypeError(`${url} is no script of this page`);
  return url;
}

/** Runs `wordDiff` in a worker, which ends when the signal aborts. */
export function diffInWorker(before: string, after: string, signal: AbortSignal): Promise<WordDiff> {
  const worker = new Worker(policy.createScriptURL(diffWorkerPath), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise<WordDiff>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WordDiff>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'the part of the page that compares does not load'));
    worker.postMessage([before, after]);
  }).finally(() => worker.terminate());
}
