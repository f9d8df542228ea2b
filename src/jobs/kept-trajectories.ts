import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { Store } from '../store/store.ts';
import type { NewTrajectoryGroup } from '../store/trajectory-files.ts';
import type { PlannedGroup } from '../training/rl/rl-job.ts';
import type { KeptGroup } from '../training/rl/trajectory-lines.ts';

/** How much is kept of trajectories. */
export interface KeepLimits {
  /** Bytes of all files of trajectories and of tokens together; 0 keeps none. */
  bytes: number;
  /** The same for each owner, with the metrics that he logs; null is no limit of its own. */
  ownerBytes: number | null;
  /** Groups of a job whose tokens' figures are kept: the first that are trained on. */
  tokenGroups: number;
}

export const usualKeepLimits: KeepLimits = { bytes: 5 * 2 ** 30, ownerBytes: null, tokenGroups: 8 };

/** The trajectories of jobs and logs that are kept to be read, within `limits`: the oldest go first. */
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

  /** Whether a file of so many bytes may be kept: there is room for it, once older ones have gone. */
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
   * At the start of the only server, before any job or request: lets go of what a crash has left half added, and of
   * what is too much.
   */
  async tidy(): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteUnlisted());
    await this.dropOldest();
  }

  /** Lets go of what was half added longer ago than that: nobody is still at it. For one of several servers. */
  async dropUnlisted(olderMs: number): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteUnlisted(olderMs));
  }

  /** Call when files were added. */
  async dropOldest(): Promise<void> {
    await this.#remove(() => this.#store.trajectories.deleteOldest(this.limits.bytes, this.limits.ownerBytes));
  }

  /** Never rejects: what could not be removed goes the next time. */
  async #remove(rows: () => Promise<string[]>): Promise<void> {
    try {
      await removePaths(this.#folder, await rows());
    } catch (error) {
      this.#log.warn({ err: error }, 'old trajectories could not be removed');
    }
  }
}

/** A group as the store lists it; `planned` is null for one that no job trains on. */
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
