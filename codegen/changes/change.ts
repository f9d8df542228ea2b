/** One difference between two versions of a contract. */
export interface Change {
  /** Method and path. */
  operation: string;
  /** Place in the operation, such as `request body application/json .name`. */
  where: string;
  was: string;
  now: string;
  /** Whether a client written for the old contract may fail. */
  breaking: boolean;
}

/** Direction of a value: the server must still accept old requests, and clients must still understand new responses. */
export type Direction = 'request' | 'response';

export type Place = Pick<Change, 'operation' | 'where'> & { direction: Direction };

/** Returns a change. Narrowing the valid values breaks requests; widening them breaks readers of responses. */
export function change(place: Place, was: string, now: string, is: { narrower: boolean; wider: boolean }): Change {
  const { operation, where, direction } = place;
  return { operation, where, was, now, breaking: direction === 'request' ? is.narrower : is.wider };
}

export function below(place: Place, step: string): Place {
  return { ...place, where: place.where + step };
}

export const nothing = 'nothing';
