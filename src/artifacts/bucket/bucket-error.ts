import { StorageError } from '../storage-error.ts';

/** What the server of a bucket answered, or what is wrong on the way to it. */
export class BucketError extends Error {
  /** Null where nothing was answered. */
  readonly status: number | null;

  constructor(name: string, message: string, status: number | null) {
    super(message);
    this.name = name;
    this.status = status;
  }

  static of(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
    // Node tells of several addresses, none of which answers, without a message of its own.
    const message = error.message || (typeof code === 'string' ? code : error.name);
    return new BucketError(error.name, message.split('\n', 1)[0], $metadata?.httpStatusCode ?? null);
  }
}

const ELSEWHERE = 'the bucket is in another region';
const FORBIDDEN = 'the credentials may not do this; they need GetObject, PutObject, DeleteObject, ListBucket';

/** What an operator can put right, by the names that servers give to errors. */
const REASONS: readonly { names: RegExp; sentence: string }[] = [
  { names: /^NoSuchBucket$/, sentence: 'there is no such bucket; create it, or name another' },
  { names: /^(InvalidAccessKeyId|InvalidClientTokenId)$/, sentence: 'the access key is unknown there' },
  { names: /^SignatureDoesNotMatch$/, sentence: 'the secret key is not that of the access key' },
  { names: /^(ExpiredToken|TokenRefreshRequired|InvalidToken)$/, sentence: 'the session token is not valid any more' },
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

/** Whether the answer was that there is no such object. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof BucketError)) return false;
  return error.name === 'NoSuchKey' || (error.status === 404 && error.name !== 'NoSuchBucket');
}

/** Why a bucket cannot be used, in words for an operator. Keys and signatures are not in it. */
export function bucketProblem({ name, message, status }: BucketError): string {
  const reason = REASONS.find(({ names }) => names.test(name));
  if (reason !== undefined) return reason.sentence;
  if (status === 301) return ELSEWHERE;
  if (status === 403) return FORBIDDEN;
  if (status === null) return `it cannot be reached (${message})`;
  return `it answered ${status} ${name}`;
}

/**
 * An error of the bucket, or of a download from it, as `unavailable`: all of them can be over at the next try. What
 * else was thrown stays as it was.
 */
export function fromBucketError(error: unknown, doing: string): unknown {
  const known = isCut(error) ? BucketError.of(error) : error;
  if (!(known instanceof BucketError)) return error;
  const message = `The object store cannot be used just now: ${doing} failed, ${bucketProblem(known)}.`;
  return new StorageError('unavailable', message, { cause: known });
}

/** Whether a connection broke while it was read from. */
function isCut(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return (typeof code === 'string' && CUT.test(code)) || (error instanceof Error && error.name === 'TimeoutError');
}

const CUT = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EPROTO|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL)/;
