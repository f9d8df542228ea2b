type ModelSourceCode = 'unreachable' | 'offline' | 'refused' | 'not_found' | 'corrupt' | 'no_space' | 'unusable';

/** A model that can't be had; the message says what is wrong and what can be done. */
export class ModelSourceError extends Error {
  override name = 'ModelSourceError';
  readonly code: ModelSourceCode;

  constructor(code: ModelSourceCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
