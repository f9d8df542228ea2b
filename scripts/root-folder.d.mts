export const rootFolder: string;
export const cacheFolder: string;
