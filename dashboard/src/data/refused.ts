export type Path = readonly (string | number)[];
export type Loose = Record<string, unknown>;

/** Place and description of an error in a line of a file. */
export interface RowFault {
  path: Path;
  reason: string;
}

/** Thrown while a line is read; `readOrFault` catches it. */
export class Refused extends Error {
  readonly path: Path;
  constructor(path: Path, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** Returns the result of `read`, or where and why it refused. */
export function readOrFault<Gain>(read: () => Gain): Gain | RowFault {
  try {
    return read();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const { path, message } = refused;
    return { path, reason: path.length === 0 ? message : `${path.join('.')}: ${message}` };
  }
}

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: unknown, path: Path): Loose {
  if (!isObject(value)) throw new Refused(path, 'it must be an object');
  return value;
}

/** Returns a list; null and undefined are an empty list, since clients omit defaults. */
export function list(value: unknown, path: Path): readonly unknown[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw new Refused(path, 'it must be a list');
  return value;
}
