import { expect, test } from 'vitest';
import { Turns } from '../../src/jobs/turns.ts';

const calm = new AbortController().signal;
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Takes turns and tells in which order they came. */
function takers(turns: Turns) {
  const order: string[] = [];
  const take = async (name: string, signal = calm) => {
    const end = await turns.take(signal);
    order.push(name);
    return end;
  };
  return { order, take };
}

test('there is room for so many; the others come in the order in which they asked', async () => {
  const { order, take } = takers(new Turns(2));
  const ends = [take('a'), take('b'), take('c'), take('d')];
  await settled();
  expect(order).toEqual(['a', 'b']);
  (await ends[1])();
  await settled();
  expect(order).toEqual(['a', 'b', 'c']);
  (await ends[0])();
  (await ends[2])();
  await settled();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('who is aborted while waiting leaves the turn to the next', async () => {
  const { order, take } = takers(new Turns(1));
  const end = await take('a');
  const [gone, late] = [new AbortController(), new AbortController()];
  const waiting = take('b', gone.signal);
  const next = take('c', late.signal);
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  end();
  // The call comes just before the signal.
  late.abort(new Error('left too'));
  await expect(next).rejects.toThrow('left too');
  (await take('d'))();
  (await take('e'))();
  expect(order).toEqual(['a', 'd', 'e']);
  await expect(take('f', AbortSignal.abort(new Error('never came')))).rejects.toThrow('never came');
});
