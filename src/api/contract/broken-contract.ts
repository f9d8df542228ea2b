import { ApiError } from '../errors/api-error.ts';

/** Maximum length of `ErrorInfo.message` in the contract. */
const longestMessage = 8_192;

/** A response that violates the contract; thrown only while responses are checked. */
export class BrokenContract extends ApiError {
  override name = 'BrokenContract';

  constructor(fault: string) {
    super('internal_error', `The server's response breaks the contract: ${fault}`.slice(0, longestMessage));
  }
}
