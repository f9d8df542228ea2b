export function clientContract(): { info: { version: string }; paths: Record<string, Record<string, unknown>> };
export function clientVersion(): string;
