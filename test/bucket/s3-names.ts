/** The bucket of tests. */
export const BUCKET = 'daybreak';
