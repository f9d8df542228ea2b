/** Owner of the first key, and of all records from before there were several owners. */
export const operator = 'local';

/** Default entity and project of a request that names none. */
export const defaultEntity = 'local';
export const defaultProject = 'uploads';
