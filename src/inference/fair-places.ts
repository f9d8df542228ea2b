/** Places of a queue, and who has them. */
interface TakenPlaces {
  places: number;
  /** By everybody. */
  taken: number;
  /** By the owner who asks. */
  own: number;
}

/**
 * Whether an owner may take `more` places of a queue: he may have as many as are left free then. Alone he has half of
 * them, and however many owners have all that they may, another one finds a place.
 */
export function mayTakePlaces({ places, taken, own }: TakenPlaces, more: number): boolean {
  return own + more <= places - taken - more;
}
