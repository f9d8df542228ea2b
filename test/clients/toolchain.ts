import { clientModules } from '../../scripts/clients/all.mjs';

/** A program to run, as `build` of a client's module gives it. */
export interface Command {
  program: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
}

export interface ClientModule {
  language: string;
  generatedPath: string;
  versionLines: { file: string; pattern: RegExp }[];
  missing(): Promise<string | null>;
  generate(target: string): Promise<void>;
  build(scratch: string): Promise<{ smoke: Command; quickstart: Command }>;
}

/** Every language's client, and whether its tests are skipped: where its toolchain is missing, but never in CI. */
export const clients: { client: ClientModule; skip: boolean }[] = await Promise.all(
  (clientModules as ClientModule[]).map(async (client) => ({ client, skip: await isSkipped(client) })),
);

async function isSkipped(client: ClientModule): Promise<boolean> {
  if (process.env.CI) return false;
  const lacking = await client.missing();
  if (lacking !== null) console.warn(`${client.language}: skipped, it needs ${lacking}`);
  return lacking !== null;
}
