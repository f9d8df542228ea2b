/** Finds or unpacks a headless Chromium; returns its program and environment. */
export function chromium(): Promise<{ program: string; env: Record<string, string> }>;
