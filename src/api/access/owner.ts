/** The owner of the first key, and of all that was made before there were others. */
export const operator = 'local';

/** Where a request leaves the entity or the project out. */
export const defaultEntity = 'local';
export const defaultProject = 'uploads';
