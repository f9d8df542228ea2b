import { StorageError } from '../storage-error.ts';

/** An error that a bucket's server answered, or a failure to reach it. */
export class BucketError extends Error {
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;

  constructor(name: string, message: string, status: number | null) {
    super(message);
    this.name = name;
    this.status = status;
  }

  static of(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
    // Node's error for several addresses, none of which answers, has an empty message.
    const message = error.message || (typeof code === 'string' ? code : error.name);
    return new BucketError(error.name, message.split('\n', 1)[0], $metadata?.httpStatusCode ?? null);
  }
}

const ELSEWHERE = 'the bucket is in another region';
const FORBIDDEN = 'the credentials lack a permission; they need GetObject, PutObject, DeleteObject, ListBucket';

/** Reasons that an operator can fix, by the error names that servers use. */
const REASONS: readonly { names: RegExp; sentence: string }[] = [
  { names: /^NoSuchBucket$/, sentence: 'the bucket does not exist; create it, or name another' },
  { names: /^(InvalidAccessKeyId|InvalidClientTokenId)$/, sentence: 'the access key is unknown' },
  { names: /^SignatureDoesNotMatch$/, sentence: 'the secret key does not match the access key' },
  { names: /^(ExpiredToken|TokenRefreshRequired|InvalidToken)$/, sentence: 'the session token has expired' },
  {
    names: /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    sentence: ELSEWHERE,
  },
  {
    names: /^(AccessDenied|Forbidden|AllAccessDisabled|AccountProblem)$/,
    sentence: FORBIDDEN,
  },
  { names: /^RequestTimeTooSkewed$/, sentence: 'the clock of this machine is wrong' },
  { names: /^(CredentialsProviderError|TokenProviderError)$/, sentence: 'no AWS credentials were found' },
];

/** Returns whether the answer was that there is no such object. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof BucketError)) return false;
  return error.name === 'NoSuchKey' || (error.status === 404 && error.name !== 'NoSuchBucket');
}

/** Returns why a bucket cannot be used, in words for an operator, without keys or signatures. */
export function bucketProblem({ name, message, status }: BucketError): string {
  const reason = REASONS.find(({ names }) => names.test(name));
  if (reason !== undefined) return reason.sentence;
  if (status === 301) return ELSEWHERE;
  if (status === 403) return FORBIDDEN;
  if (status === null) return `it is unreachable (${message})`;
  return `it answered ${status} ${name}`;
}

/**
 * Converts an error of the bucket, or of a download from it, to `unavailable`: a retry may succeed after any of them.
 * Returns any other error unchanged.
 */
export function fromBucketError(error: unknown, doing: string): unknown {
  const known = isCut(error) ? BucketError.of(error) : error;
  if (!(known instanceof BucketError)) return error;
  const message = `The object store is currently unavailable: ${doing} failed, ${bucketProblem(known)}.`;
  return new StorageError('unavailable', message, { cause: known });
}

/** Returns whether a connection broke while it was read from. */
function isCut(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return (typeof code === 'string' && CUT.test(code)) || (error instanceof Error && error.name === 'TimeoutError');
}

const CUT = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EPROTO|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL)/;
