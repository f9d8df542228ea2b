import { ApiError } from '../../errors/api-error.ts';

/** The refusal of a body that would take more than so many bytes of memory. */
export function tooMuchToRead(bytes: number): ApiError {
  const most = Math.floor(bytes / 2 ** 20);
  const message = `The body takes more than ${most} MiB of memory to read. Split it over several requests.`;
  return new ApiError('payload_too_large', message);
}
