import { DaybreakError } from './errors.ts';
import { version } from './version.ts';

/** Returns the error for a response or stream event that is not JSON. */
export function unexpectedAnswer(cause: SyntaxError): DaybreakError {
  const contract = `API version ${version} of this client`;
  return new DaybreakError(`The server's response does not match ${contract} (${cause.message})`, { cause });
}
