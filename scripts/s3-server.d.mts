/** Returns the path of the S3 server; builds it on first use. */
export function s3ServerProgram(): Promise<string>;

export interface S3Server {
  endpoint: string;
  /** Environment variables with the keys of the root account, which may do everything. */
  credentials: Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>;
  readonly pid: number | undefined;
  /** Returns the folder with the objects of a bucket as files. */
  bucketFolder(bucket: string): string;
  makeBucket(bucket: string): void;
  /** Adds an account without any permissions. */
  addUser(access: string, secret: string): Promise<void>;
  kill(): Promise<void>;
  /** Starts the server again on the same data and port, after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an S3 server for a test; `stop` ends it and removes its data. */
export function startS3Server(): Promise<S3Server>;
