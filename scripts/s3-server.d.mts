/** Builds it where it is not there yet. */
export function s3ServerProgram(): Promise<string>;

export interface S3Server {
  endpoint: string;
  /** Variables of the one account that may do everything. */
  credentials: Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>;
  readonly pid: number | undefined;
  /** Where the objects of a bucket lie as files. */
  bucketFolder(bucket: string): string;
  makeBucket(bucket: string): void;
  /** Another account, which may do nothing. */
  addUser(access: string, secret: string): Promise<void>;
  kill(): Promise<void>;
  /** On the same data and port, after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of a test's own; `stop` ends it and removes its data. */
export function startS3Server(): Promise<S3Server>;
