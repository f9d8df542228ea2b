import { type Environment, environmentFor } from '../art/python-programs.ts';

/** Returns a Python environment with tinker-cookbook 0.5.8 and PyTorch. */
export function cookbookEnvironment(): Promise<Environment> {
  return environmentFor({
    name: 'tinker-cookbook',
    requirements: 'test/tinker-sdk/requirements-cookbook.txt',
    leastMinor: 11,
    bytes: 8e9,
    optional: true,
  });
}
