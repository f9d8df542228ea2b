import { StorageError } from '../storage-error.ts';

/** What the server of a bucket, or the way to it, answered. */
interface Answer {
  name: string;
  message: string;
  status: number | null;
}

/** What an operator can put right, by the names that servers give to errors. */
const REASONS: readonly { names: RegExp; sentence: string }[] = [
  { names: /^NoSuchBucket$/, sentence: 'there is no such bucket; create it, or name another' },
  { names: /^(InvalidAccessKeyId|InvalidClientTokenId)$/, sentence: 'the access key is unknown there' },
  { names: /^SignatureDoesNotMatch$/, sentence: 'the secret key is not that of the access key' },
  { names: /^(ExpiredToken|TokenRefreshRequired|InvalidToken)$/, sentence: 'the session token is not valid any more' },
  {
    names: /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    sentence: 'the bucket is in another region',
  },
  {
    names: /^(AccessDenied|Forbidden|AllAccessDisabled|AccountProblem)$/,
    sentence: 'the credentials may not do this; they need GetObject, PutObject, DeleteObject, ListBucket',
  },
  { names: /^RequestTimeTooSkewed$/, sentence: 'the clock of this machine is wrong' },
  { names: /^(CredentialsProviderError|TokenProviderError)$/, sentence: 'no AWS credentials were found' },
];

/** Whether the answer was that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name, status } = answerOf(error);
  return name === 'NoSuchKey' || name === 'NotFound' || (status === 404 && name !== 'NoSuchBucket');
}

/** Why a bucket cannot be used, in words for an operator. Keys and signatures are not in it. */
export function bucketProblem(error: unknown): string {
  const { name, message, status } = answerOf(error);
  const reason = REASONS.find(({ names }) => names.test(name));
  if (reason !== undefined) return reason.sentence;
  if (status === 301) return 'the bucket is in another region';
  if (status === 403) return REASONS[5].sentence;
  if (status === null) return `it cannot be reached (${message})`;
  return `it answered ${status} ${name}`;
}

/**
 * An error of the bucket as `unavailable`: all of them can be over at the next try. What else was thrown stays as it
 * was.
 */
export function fromBucketError(error: unknown, doing: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error) || !isAnswer(error)) return error;
  const message = `The object store cannot be used just now: ${doing} failed, ${bucketProblem(error)}.`;
  return new StorageError('unavailable', message, { cause: error });
}

/** Whether it comes from the server or from the way to it, and not from a defect of ours or from the disk. */
function isAnswer(error: Error): boolean {
  const { $metadata, code, syscall } = error as { $metadata?: unknown; code?: unknown; syscall?: unknown };
  if (
    $metadata !== undefined ||
    /^(TimeoutError|AbortError|CredentialsProviderError|TokenProviderError)$/.test(error.name)
  )
    return true;
  return typeof code === 'string' && NETWORK.test(code) && syscall !== 'open';
}

const NETWORK =
  /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPROTO|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_)/;

function answerOf(error: unknown): Answer {
  if (!(error instanceof Error)) return { name: '', message: String(error), status: null };
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: unknown };
  // Node tells of several addresses, none of which answers, without a message of its own.
  const message = error.message || (typeof code === 'string' ? code : error.name);
  return { name: error.name, message: message.split('\n', 1)[0], status: $metadata?.httpStatusCode ?? null };
}
