import { DaybreakError } from './errors.ts';
import { version } from './version.ts';

/** What to throw for an answer, or an event of a stream, that is no JSON. */
export function unexpectedAnswer(cause: SyntaxError): DaybreakError {
  const contract = `contract version ${version} of this client`;
  return new DaybreakError(`The server's answer does not fit ${contract} (${cause.message})`, { cause });
}
