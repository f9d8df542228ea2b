export function node24(): string;
export function node24Path(environment?: NodeJS.ProcessEnv): string;
