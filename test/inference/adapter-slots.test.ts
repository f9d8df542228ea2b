import { expect, it } from 'vitest';
import { AdapterSlots } from '../../src/inference/engine/adapter-slots.ts';

const files = (id: string) => ({ id, folder: `/adapters/${id}` });

it('AdapterSlots evicts the least recently used adapter, and never an adapter in use', () => {
  const slots = new AdapterSlots(3, ({ id }) => `content of ${id}`);
  const acquire = (id: string) => slots.acquire(files(id)) as number;
  const held = () => ['a', 'b', 'c', 'd', 'e'].filter((id) => slots.find(files(id)) !== undefined);
  for (const id of ['a', 'b', 'c']) slots.release(acquire(id));
  // Uses a again: now b is the least recently used.
  slots.release(acquire('a'));
  const place = slots.find(files('b'));
  expect(acquire('d')).toBe(place);
  expect(held()).toEqual(['a', 'c', 'd']);
  slots.release(place as number);
  // c would be next, but it is in use.
  const used = acquire('c');
  acquire('e');
  expect(held()).toEqual(['c', 'd', 'e']);
  acquire('d');
  expect(slots.acquire(files('a'))).toBe('in use');
  slots.release(used);
  acquire('b');
  expect(held()).toEqual(['b', 'd', 'e']);
});
