import { writeFileAtomicBy } from './atomic-write.ts';

/**
 * Writes a file of lines, atomically; others run between two parts of it. Raises `disk_full`, and passes
 * on what `parts` throws.
 */
export async function writeLines(
  path: string,
  parts: Iterable<string> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await writeFileAtomicBy(path, async (handle) => {
    for await (const part of parts) await handle.writeFile(part);
  });
}
