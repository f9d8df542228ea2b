import { ApiError } from '../errors/api-error.ts';

/** The contract's bound of `ErrorInfo.message`. */
const longestMessage = 8_192;

/** A response that the contract does not have; only thrown while responses are checked. */
export class BrokenContract extends ApiError {
  override name = 'BrokenContract';

  constructor(fault: string) {
    super('internal_error', `The server's response breaks the contract: ${fault}`.slice(0, longestMessage));
  }
}
