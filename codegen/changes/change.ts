/** One point in which a contract is not what it was. */
export interface Change {
  /** Method and path. */
  operation: string;
  /** Such as `request body application/json .name`. */
  where: string;
  was: string;
  now: string;
  /** Whether a client that was written for the contract as it was may fail. */
  breaking: boolean;
}

/** Who sends the value: a request has to go on being taken, a response to go on being understood. */
export type Direction = 'request' | 'response';

export type Place = Pick<Change, 'operation' | 'where'> & { direction: Direction };

/** Fewer values are valid than before: that breaks requests. More are: that breaks who reads responses. */
export function change(place: Place, was: string, now: string, is: { narrower: boolean; wider: boolean }): Change {
  const { operation, where, direction } = place;
  return { operation, where, was, now, breaking: direction === 'request' ? is.narrower : is.wider };
}

export function below(place: Place, step: string): Place {
  return { ...place, where: place.where + step };
}

export const nothing = 'nothing';
