import type { TinkerKind, TinkerPlace } from '../../store/tinker-checkpoints.ts';
import { ApiError } from '../errors/api-error.ts';

const SCHEME = 'tinker://';
const KINDS: readonly string[] = ['weights', 'sampler_weights', 'external_weights'] satisfies TinkerKind[];

/** Returns the path by which clients name saved weights. */
export function tinkerPath({ run, kind, name }: TinkerPlace): string {
  return `${SCHEME}${run}/${kind}/${name}`;
}

export function isTinkerPath(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** Parses a `tinker://` path. Throws an ApiError if it is invalid. */
export function parseTinkerPath(path: string): TinkerPlace {
  const [run, kind, name, ...rest] = path.startsWith(SCHEME) ? path.slice(SCHEME.length).split('/') : [];
  if (run && name && rest.length === 0 && KINDS.includes(kind)) return { run, kind: kind as TinkerKind, name };
  throw new ApiError(
    'validation_failed',
    `'${path}' is not a path of saved weights like tinker://{model_id}/weights/{name} or .../sampler_weights/{name}.`,
  );
}
