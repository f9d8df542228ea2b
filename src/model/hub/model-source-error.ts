type ModelSourceCode = 'unreachable' | 'offline' | 'refused' | 'not_found' | 'corrupt' | 'no_space' | 'unusable';

/** Error for a model that can't be obtained; the message says what is wrong and how to fix it. */
export class ModelSourceError extends Error {
  override name = 'ModelSourceError';
  readonly code: ModelSourceCode;

  constructor(code: ModelSourceCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
