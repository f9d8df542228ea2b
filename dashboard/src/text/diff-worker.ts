import { wordDiff } from './word-diff.ts';

/** Compares two long texts off the main thread. */
addEventListener('message', ({ data: [before, after] }: MessageEvent<[string, string]>) => {
  postMessage(wordDiff(before, after));
});
