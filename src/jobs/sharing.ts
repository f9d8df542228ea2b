/** How a server takes part in the queue of a database that others use as well. */
export interface Sharing {
  /** Names the server in leases. */
  holder: string;
  /** Whether it runs jobs; one that does not queues them for others, and copies their data. */
  claims: boolean;
  /** How often it asks what others have queued, and what they have left behind. */
  pollMs: number;
  /** How often the lease of a running job is renewed. */
  renewMs: number;
  /**
   * How long a job goes on whose lease could not be renewed. Shorter than a lease lasts, so that the device is free by
   * the time that another server has the job; what keeps this one from writing is the lease's token.
   */
  patienceMs: number;
}

export const sharingTimes = { pollMs: 5_000, renewMs: 5_000, patienceMs: 20_000 };
