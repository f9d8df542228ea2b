import type { Bucket } from './bucket.ts';

/**
 * Returns the keys of all objects of a stored path, whether a file or a folder, even if its upload was not completed.
 */
export async function objectsAt(bucket: Bucket, path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of bucket.keys(path)) {
    // Other paths may begin with the same letters.
    found.push(...keys.filter((key) => key === path || key.startsWith(`${path}/`)));
  }
  return found;
}
