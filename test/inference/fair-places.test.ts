import { expect, it } from 'vitest';
import { mayTakePlaces } from '../../src/inference/fair-places.ts';

it('a single owner gets half of the places, and a further owner always finds a free place', () => {
  const places = 1_000;
  const held: number[] = [];
  for (let taken = 0; taken < places - 1; ) {
    let own = 0;
    for (; mayTakePlaces({ places, taken, own }, 1); taken++) own += 1;
    expect(own).toBeGreaterThan(0);
    held.push(own);
  }
  // Each had half of the places that earlier owners left.
  expect(held.slice(0, 4)).toEqual([500, 250, 125, 62]);
});

it('a request gets all of its places or none', () => {
  expect(mayTakePlaces({ places: 8, taken: 0, own: 0 }, 4)).toBe(true);
  expect(mayTakePlaces({ places: 8, taken: 0, own: 0 }, 5)).toBe(false);
});
