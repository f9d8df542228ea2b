/** Capacity and use of a queue. */
interface TakenPlaces {
  places: number;
  /** Places taken by all owners. */
  taken: number;
  /** Places taken by the requesting owner. */
  own: number;
}

/**
 * Returns whether an owner may take `more` places of a queue. An owner may have as many places as then remain free. A
 * single owner gets half of them. However many owners have reached their share, places remain for another.
 */
export function mayTakePlaces({ places, taken, own }: TakenPlaces, more: number): boolean {
  return own + more <= places - taken - more;
}
