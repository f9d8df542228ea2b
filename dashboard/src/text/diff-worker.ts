import { wordDiff } from './word-diff.ts';

/** Two long texts come in, and how they differ goes out, while the page goes on. */
addEventListener('message', ({ data: [before, after] }: MessageEvent<[string, string]>) => {
  postMessage(wordDiff(before, after));
});
