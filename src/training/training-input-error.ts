/** Path to the faulty value in a body or file, outermost key first, as in `detail[].loc`. */
export type InputPath = readonly (string | number)[];

/**
 * Invalid training data or configuration. The message names the place, the fault and the allowed values. The API
 * answers 422 with the path after "body"; a running job fails with the message.
 */
export class TrainingInputError extends Error {
  override name = 'TrainingInputError';
  readonly path: InputPath;
  /** Description of the fault, without its path. */
  readonly reason: string;

  constructor(place: InputPath, reason: string) {
    super(place.length === 0 ? reason : `${place.join('.')}: ${reason}`);
    this.path = place;
    this.reason = reason;
  }
}
