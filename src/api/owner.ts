/** Everything on a server of one operator belongs to him, whichever of his keys a request carries. */
export const operator = 'local';

/** Where a request leaves the entity or the project out. */
export const defaultEntity = 'local';
export const defaultProject = 'uploads';
