import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Node } from '../contract.ts';

export interface ReleasedContract {
  /** Source of the contract: a tag or a file. */
  source: string;
  document: Node;
}

/**
 * Returns the last released contract: that of the newest tag `v*` that has one, or the newest `releases/openapi-*.yaml`
 * if git or tags are missing. Throws if there is neither.
 */
export function releasedContract(root: string): ReleasedContract {
  for (const tag of git(root, ['tag', '--list', 'v*', '--sort=-version:refname'])?.trim().split('\n') ?? []) {
    const text = tag === '' ? null : git(root, ['show', `${tag}:openapi.yaml`]);
    if (text !== null) return { source: tag, document: parse(text) as Node };
  }
  const folder = join(root, 'releases');
  const newest = readdirSync(folder)
    .filter((name) => /^openapi-.*\.yaml$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  if (newest === undefined) throw new Error('no tag has an openapi.yaml, and there is no releases/openapi-*.yaml');
  return { source: `releases/${newest}`, document: parse(readFileSync(join(folder, newest), 'utf8')) as Node };
}

/** Runs git and returns its output, or null if it fails or is missing. */
function git(root: string, args: readonly string[]): string | null {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: [...stdio] });
  } catch {
    return null;
  }
}
