/** The adapter refused or lost memory for a buffer or a step. */
export class DeviceOutOfMemoryError extends Error {
  override name = 'DeviceOutOfMemoryError';
}

/** The GPU device is gone (driver reset, adapter removed); everything on it must be made anew. */
export class DeviceLostError extends Error {
  override name = 'DeviceLostError';
}

/** No adapter of this machine is accepted by Dawn. */
export class NoAdapterError extends Error {
  override name = 'NoAdapterError';
}

/** The caller ended the work before it was done. */
export class AbortedError extends Error {
  override name = 'AbortedError';
}
