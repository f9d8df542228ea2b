import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../src/cluster/bus.ts';
import type { NewsMessage } from '../../src/cluster/call-messages.ts';
import { CallServer } from '../../src/cluster/call-server.ts';
import { eachPacked } from '../../src/cluster/packed-tokens.ts';
import { subjects } from '../../src/cluster/worker-heartbeat.ts';
import { Generation } from '../../src/worker/client/generation.ts';
import { scriptedRequest, scriptedToken } from './scripted-worker.ts';

/** Returns the positions of each call's tokens in a message in the replica's order, with packed tokens last. */
function placesOf({ news, packed }: NewsMessage, calls: readonly string[]): Record<string, number[]> {
  const places: Record<string, number[]> = Object.fromEntries(calls.map((call) => [call, []]));
  for (const one of news) {
    if (one.kind === 'tokens') places[one.call].push(...one.tokens.map((_, at) => one.from + at));
  }
  eachPacked(packed ?? new Float64Array(), ({ number, place }) => places[calls[number]].push(place));
  return places;
}

it('the tokens of a call stay in order if it is preempted between two of them in one turn', async () => {
  const said: NewsMessage[] = [];
  let receive: (message: BusMessage) => void = () => {};
  const bus = {
    subscribe: (subject: string, onMessage: typeof receive) => {
      if (subject === subjects.calls('worker')) receive = onMessage;
      return () => {};
    },
    publish: (_: string, message: NewsMessage) => void said.push(message),
  } as unknown as Bus;
  const generations: Generation[] = [];
  const generate = () => {
    generations.push(new Generation(() => {}));
    return generations.at(-1)!;
  };
  const compute = { generate, search: () => Promise.reject(new Error('no beams here')) };
  const adapters = { fetchLocal: async (folder: string) => folder };
  const server = new CallServer({ bus, compute, incarnation: 'worker', places: 8, adapters });
  const calls = ['first', 'second'];
  const request = scriptedRequest(1);
  for (const [number, call] of calls.entries()) {
    const value = { kind: 'generate', call, replica: 'replica', request, limit: null, number };
    receive({ value, answer: () => {} });
  }
  await nextTurn();
  const say = async (call: number, place: number, preemptions: number) => {
    generations[call].onTokens([scriptedToken(request, place)], preemptions);
    for (let count = 0; count < 10; count++) await Promise.resolve();
  };
  await say(0, 0, 0);
  await say(1, 0, 0);
  await say(0, 1, 1);
  await say(1, 1, 0);
  expect(said).toEqual([]);
  await nextTurn();
  expect(said.map((message) => placesOf(message, calls))).toEqual([{ first: [0, 1], second: [0, 1] }]);
  expect(said[0].packed).toHaveLength(2 * 4);
  server.close();
});
