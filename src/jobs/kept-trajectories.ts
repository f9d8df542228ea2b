import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Store } from '../store/store.ts';
import type { NewTrajectoryGroup } from '../store/trajectory-files.ts';
import type { PlannedGroup } from '../training/rl/rl-job.ts';
import type { KeptGroup } from '../training/rl/trajectory-lines.ts';

/** Limits of stored trajectories. */
export interface KeepLimits {
  /** Bytes of all trajectory and token files together; 0 stores none. */
  bytes: number;
  /** Bytes for each owner, including logged metrics; null is no limit. */
  ownerBytes: number | null;
  /** Number of groups of a job whose token values are stored: the first ones that are trained on. */
  tokenGroups: number;
}

export const defaultKeepLimits: KeepLimits = { bytes: 5 * 2 ** 30, ownerBytes: null, tokenGroups: 8 };

/** Stored trajectories of jobs and logs, within `limits`: the oldest are deleted first. */
export class KeptTrajectories {
  readonly limits: KeepLimits;
  readonly #store: Store;
  readonly #folder: DataFolder;
  readonly #log: Logger;

  constructor({ store, folder, limits, log }: { store: Store; folder: DataFolder; limits: KeepLimits; log: Logger }) {
    this.limits = limits;
    this.#store = store;
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns whether a file of `bytes` fits into the limits, once older files are deleted, and onto the disk. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const most = Math.min(this.limits.bytes, this.limits.ownerBytes ?? Number.POSITIVE_INFINITY);
    if (bytes > most || most === 0) return false;
    try {
      await this.#folder.reserve.check(bytes);
      return true;
    } catch (error) {
      if (error instanceof StorageError && error.code === 'disk_full') return false;
      throw error;
    }
  }

  /**
   * Deletes trajectories that a crash left half added, and those beyond the limits. Runs at the start of the only
   * server, before any job or request.
   */
  async tidy(): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteUnlisted());
    await this.dropOldest();
  }

  /**
   * Deletes trajectories half added more than `olderMs` ago, which no server can still be adding. For one of several
   * servers.
   */
  async dropUnlisted(olderMs: number): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteUnlisted(olderMs));
  }

  /** Deletes the oldest trajectories beyond the limits. Call it when files were added. */
  async dropOldest(): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteOldest(this.limits.bytes, this.limits.ownerBytes));
  }

  /** Deletes files; never rejects, as the next call retries. */
  async #remove(rows: () => Promise<string[]>): Promise<void> {
    try {
      await removePaths(this.#folder, await rows());
    } catch (error) {
      this.#log.warn({ err: error }, 'old trajectories could not be removed');
    }
  }
}

/** Returns a group as the store lists it; `planned` is null for a group that no job trains on. */
export function listedGroup({ trajectories, ...figures }: KeptGroup, planned: PlannedGroup | null): NewTrajectoryGroup {
  return {
    ...figures,
    outcome: planned?.outcome ?? 'logged',
    trajectories: trajectories.map(({ group: _, ...trajectory }) => ({
      ...trajectory,
      advantage: planned?.advantages[trajectory.place] ?? null,
      outcome: planned?.outcomes[trajectory.place] ?? 'logged',
    })),
  };
}
