import { ApiError } from './api-error.ts';

/** Returns the 405 error for a path that takes other methods. */
export function methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
  const [last, ...others] = allowed.toReversed();
  const words = others.length === 0 ? `is ${last}` : `are ${others.toReversed().join(', ')} and ${last}`;
  return new ApiError('method_not_allowed', `${method} is not allowed here; allowed ${words}`, {
    headers: { allow: allowed.join(', ') },
  });
}
