export const rootFolder: string;
export const isClone: boolean;
export const cacheFolder: string;
