import type { DiskReserve } from '../../artifacts/disk-reserve.ts';
import type { DiskSpace } from '../../generated/types.ts';

/** Converts the disk figures of the data folder to their JSON body. */
export function diskSpace({
  totalBytes,
  freeBytes,
  reserveBytes,
}: Awaited<ReturnType<DiskReserve['figures']>>): DiskSpace {
  return { total_bytes: totalBytes, free_bytes: freeBytes, reserve_bytes: reserveBytes };
}
