export interface PythonEnvironmentOptions {
  /** Disk space needed. */
  bytes?: number;
  /** Base interpreter; default: the machine's Python. */
  python?: string;
}

export function pythonEnvironment(
  name: string,
  requirements: string,
  options?: PythonEnvironmentOptions,
): Promise<string>;

export function systemPython(leastMinor?: number): Promise<string | null>;

export function presentEnvironment(name: string, requirements: string): string | null;
