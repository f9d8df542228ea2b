export type Path = readonly (string | number)[];
export type Loose = Record<string, unknown>;

/** Where in a line of a file something is wrong, and what. */
export interface RowFault {
  path: Path;
  reason: string;
}

/** Thrown by what reads a line, and caught by `readOrFault`. */
export class Refused extends Error {
  readonly path: Path;
  constructor(path: Path, reason: string) {
    super(reason);
    this.path = path;
  }
}

/** What `read` gives, or why and where it refused. */
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

/** As clients leave defaults out, null and nothing are an empty list. */
export function list(value: unknown, path: Path): readonly unknown[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw new Refused(path, 'it must be a list');
  return value;
}
