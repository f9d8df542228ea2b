/** The adapter has no memory for a buffer or a step. */
export class DeviceOutOfMemoryError extends Error {
  override name = 'DeviceOutOfMemoryError';
}

/** The GPU device was lost (driver reset, adapter removed). Everything on it must be recreated. */
export class DeviceLostError extends Error {
  override name = 'DeviceLostError';
}

/** Dawn accepts no adapter of this machine. */
export class NoAdapterError extends Error {
  override name = 'NoAdapterError';
}

/** The caller aborted the work before it was done. */
export class AbortedError extends Error {
  override name = 'AbortedError';
}
