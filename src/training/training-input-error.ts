/** Where in a body or file the fault lies, outermost first, as in `detail[].loc`. */
export type InputPath = readonly (string | number)[];

/**
 * Training data or configuration that cannot be used. The message names the place, what is wrong and what is allowed.
 * The API answers 422 with `place` behind "body"; a job that meets it fails with the message.
 */
export class TrainingInputError extends Error {
  override name = 'TrainingInputError';
  readonly path: InputPath;
  /** What is wrong, without the place. */
  readonly reason: string;

  constructor(place: InputPath, reason: string) {
    super(place.length === 0 ? reason : `${place.join('.')}: ${reason}`);
    this.path = place;
    this.reason = reason;
  }
}
