export function llamaCppConverter(): Promise<string>;
