import { type Environment, environmentFor } from '../art/python-programs.ts';

/** A Python with the package `tinker` 0.38.0. */
export function tinkerEnvironment(): Promise<Environment> {
  return environmentFor({
    name: 'tinker-python',
    requirements: 'test/tinker-sdk/requirements.txt',
    leastMinor: 11,
    bytes: 4e8,
  });
}
