import type { SpawnOptions } from 'node:child_process';

export class SetupError extends Error {}

export interface RunOptions extends SpawnOptions {
  show?: boolean;
  input?: string;
}

export function run(program: string, args: string[], options?: RunOptions): Promise<string>;
