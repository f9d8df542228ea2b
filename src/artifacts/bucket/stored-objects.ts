import type { Bucket } from './bucket.ts';

/** The keys of what lies at a stored path, whether it was a file or a folder, and whether all of it came there. */
export async function objectsAt(bucket: Bucket, path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of bucket.keys(path)) {
    // Other paths begin with the same letters.
    found.push(...keys.filter((key) => key === path || key.startsWith(`${path}/`)));
  }
  return found;
}
