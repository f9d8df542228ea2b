export interface PythonEnvironmentOptions {
  /** The disk it takes. */
  bytes?: number;
  /** The interpreter to build on; the machine's where absent. */
  python?: string;
}

export function pythonEnvironment(
  name: string,
  requirements: string,
  options?: PythonEnvironmentOptions,
): Promise<string>;

export function systemPython(leastMinor?: number): Promise<string | null>;

export function presentEnvironment(name: string, requirements: string): string | null;
