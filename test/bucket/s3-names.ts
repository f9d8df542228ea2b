/** Name of the bucket that tests use. */
export const BUCKET = 'daybreak';
