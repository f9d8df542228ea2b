import { CheckpointError } from './checkpoint.ts';
import { FileBytes } from './file-bytes.ts';
import { type GgufHeader, readGgufHeader } from './gguf-header.ts';
import { GgufMetadata } from './gguf-metadata.ts';

/** File name suffix of the parts that llama.cpp's gguf-split writes. */
const PART = /-(\d{5})-of-(\d{5})\.gguf$/;
const MOST_PARTS = 1000;

/** One file of a GGUF model. */
export interface GgufPart {
  file: FileBytes;
  header: GgufHeader;
}

/** Returns the path of part `index`, given the first part's `path`; undefined if `path` is not a first part. */
export function partPath(path: string, index: number): string | undefined {
  const [name, number, count] = PART.exec(path) ?? [];
  if (name === undefined || Number(number) !== 1 || index >= Number(count)) return undefined;
  return `${path.slice(0, -name.length)}-${String(index + 1).padStart(5, '0')}-of-${count}.gguf`;
}

/** Returns the paths of all parts of the model whose first part is `path`, or `path` alone. */
export function partPaths(path: string): string[] {
  const count = Math.min(MOST_PARTS, Number(PART.exec(path)?.[2] ?? 1));
  const paths = Array.from({ length: count }, (_, index) => partPath(path, index));
  return paths.every((part) => part !== undefined) && count > 0 ? paths : [path];
}

/** Returns the model's name: the file name without its part number and extension. */
export function modelNameOf(fileName: string): string {
  return fileName.replace(PART, '').replace(/\.gguf$/, '');
}

/** The files of a model: one, or all parts of a split model. The first part has the metadata. */
export class GgufFiles {
  readonly parts: readonly GgufPart[];

  /** Throws `CheckpointError` for a file that is missing, corrupt, or a later part. */
  constructor(path: string) {
    const parts: GgufPart[] = [];
    this.parts = parts;
    try {
      parts.push(openPart(path));
      const count = splitNumber(parts[0], 'split.count', 1);
      const own = splitNumber(parts[0], 'split.no', 0);
      if (own !== 0)
        throw new CheckpointError(`${path}: part ${own + 1} of ${count} of a model; specify the first part`);
      if (count > MOST_PARTS) throw new CheckpointError(`${path}: ${count} parts; at most ${MOST_PARTS} are allowed`);
      for (let index = 1; index < count; index++) parts.push(laterPart(path, index, count));
      const declared = splitNumber(parts[0], 'split.tensors.count', this.#tensors());
      if (declared !== this.#tensors()) {
        throw new CheckpointError(`${path}: its parts have ${this.#tensors()} tensors, but ${declared} are declared`);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Metadata of the first part. */
  get metadata(): GgufMetadata {
    return new GgufMetadata(this.path, this.parts[0].header.metadata);
  }

  get path(): string {
    return this.parts[0].file.path;
  }

  close(): void {
    for (const { file } of this.parts) file.close();
  }

  #tensors(): number {
    return this.parts.reduce((sum, { header }) => sum + header.tensors.length, 0);
  }
}

function openPart(path: string): GgufPart {
  const file = new FileBytes(path);
  try {
    return { file, header: readGgufHeader(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

function laterPart(path: string, index: number, count: number): GgufPart {
  const place = partPath(path, index);
  if (place === undefined) {
    throw new CheckpointError(
      `${path}: one of ${count} parts, but its name lacks -00001-of-${String(count).padStart(5, '0')}`,
    );
  }
  const part = openPart(place);
  const [own, of] = [splitNumber(part, 'split.no', 0), splitNumber(part, 'split.count', 1)];
  if (own === index && of === count) return part;
  part.file.close();
  throw new CheckpointError(`${place}: part ${own + 1} of ${of}; expected part ${index + 1} of ${count}`);
}

function splitNumber({ file, header }: GgufPart, key: string, fallback: number): number {
  return new GgufMetadata(file.path, header.metadata).integer(key, 0, fallback);
}
