/** A Chromium to drive, and the environment that it needs. */
export function chromium(): Promise<{ program: string; env: Record<string, string> }>;
