/** How a server takes part in a job queue that several servers share. */
export interface Sharing {
  /** Name of the server in leases. */
  holder: string;
  /** Whether it runs jobs. A server that does not only queues them for others and copies their data. */
  claims: boolean;
  /** Interval of looks for jobs that others queued or left behind. */
  pollMs: number;
  /** Interval of renewals of a running job's lease. */
  renewMs: number;
  /**
   * How long a job continues if its lease cannot be renewed. It is shorter than the lease, so that the device is free
   * before another server claims the job. Only the lease's token keeps this server from writing.
   */
  leaseTimeoutMs: number;
}

export const sharingTimes = { pollMs: 5_000, renewMs: 5_000, leaseTimeoutMs: 20_000 };
