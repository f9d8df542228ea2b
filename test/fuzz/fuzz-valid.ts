import fc from 'fast-check';
import { FuzzFault, type FuzzOptions, soundAnswer } from './fault.ts';
import type { Fixtures } from './fixtures.ts';
import { isExcused } from './loosenings.ts';
import type { Operation } from './operations.ts';
import { validRequests } from './valid-requests.ts';

/** Sends valid requests. Refusals are allowed only for reasons in the table. Returns the number accepted. */
export async function fuzzValid(
  operation: Operation,
  fixtures: Fixtures,
  { seed, runs }: FuzzOptions,
): Promise<number> {
  let accepted = 0;
  const property = fc.asyncProperty(validRequests(operation, fixtures), async (request) => {
    const answer = await soundAnswer(fixtures, request);
    if (answer.status === 200) accepted++;
    else if (!isExcused(operation.id, answer)) throw new FuzzFault(request, 'valid data is refused', answer);
  });
  await fc.assert(property, { seed, numRuns: runs });
  return accepted;
}
