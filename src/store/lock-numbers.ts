/**
 * PostgreSQL's advisory locks that servers take, by number. Older versions take 72,984,084 while they migrate, so it
 * is not to be given to another.
 */
export const ADVISORY_LOCKS = {
  /** Held while a server asks which others there are. */
  entry: 72_984_085,
  /** Held by each server for as long as it runs. */
  presence: 72_984_086,
  /** Held while a server migrates. */
  migration: 72_984_087,
  /** The first of two keys, which are apart from locks of one number; the second is of an owner. */
  owner: 72_984_085,
} as const;
