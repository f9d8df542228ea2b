/** Program with arguments to run. */
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
  build(scratch: string): Promise<{ smoke: Command; quickstart: Command; exchange: Command; tests?: Command }>;
}

export const clientModules: ClientModule[];
