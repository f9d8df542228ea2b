/**
 * Numbers of the PostgreSQL advisory locks that servers take. Older versions take 72,984,084 while they migrate, so
 * that number must not be used for anything else.
 */
export const ADVISORY_LOCKS = {
  /** Held while a server looks for other servers. */
  entry: 72_984_085,
  /** Held by each server for as long as it runs. */
  presence: 72_984_086,
  /** Held while a server migrates. */
  migration: 72_984_087,
  /** First of two keys; the second stands for an owner. Locks of two keys are separate from those of one key. */
  owner: 72_984_085,
} as const;
