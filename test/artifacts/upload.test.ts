import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { receiveUpload } from '../../src/artifacts/upload.ts';
import { filesBelow, useDataFolder } from './data-folder.ts';

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

describe('an upload', () => {
  const folder = useDataFolder();
  const path = () => join(folder().root, 'artifacts/a/1');

  it('is stored byte for byte, counted and hashed', async () => {
    const parts = [100_000, 0, 1, 65_536].map((length) => randomBytes(length));
    const whole = Buffer.concat(parts);
    const received = await receiveUpload(chunks(...parts), path(), { maxBytes: whole.length });
    expect(received).toEqual({
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
    });
    expect((await readFile(path())).equals(whole)).toBe(true);
  });

  it('may be empty', async () => {
    expect(await receiveUpload(chunks(), path(), { maxBytes: 0 })).toMatchObject({ bytes: 0 });
    expect(await filesBelow(folder().root)).toEqual(['artifacts/a/1']);
  });

  it('stops at the size limit, closes the stream and leaves no file', async () => {
    let sent = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (; ; sent++) yield new Uint8Array(1000);
      } finally {
        closed = true;
      }
    }
    const upload = receiveUpload(endless(), path(), { maxBytes: 9_999 });
    await expect(upload).rejects.toMatchObject({ code: 'too_large' });
    expect({ sent, closed }).toEqual({ sent: 9, closed: true });
    expect(await filesBelow(folder().root)).toEqual([]);
  });

  it('stops when its check refuses the number of bytes, and leaves no file', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1000);
    }
    const check = (bytes: number): void => {
      if (bytes > 5_000) throw new Error('no more');
    };
    const upload = receiveUpload(endless(), path(), { maxBytes: Number.POSITIVE_INFINITY, check });
    await expect(upload).rejects.toThrow('no more');
    expect(await filesBelow(folder().root)).toEqual([]);
  });

  it('of a client that disconnects leaves the old file unchanged', async () => {
    await receiveUpload(chunks(Buffer.from('old')), path(), { maxBytes: 10 });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('new');
      throw new Error('socket hang up');
    }
    await expect(receiveUpload(broken(), path(), { maxBytes: 10 })).rejects.toThrow('socket hang up');
    expect(await readFile(path(), 'utf8')).toBe('old');
    expect(await filesBelow(folder().root)).toEqual(['artifacts/a/1']);
  });

  it('below a path that is a file fails, and leaves that file', async () => {
    await writeFile(join(folder().root, 'artifacts/a'), 'file');
    await expect(receiveUpload(chunks(), path(), { maxBytes: 10 })).rejects.toThrow();
    expect(await filesBelow(folder().root)).toEqual(['artifacts/a']);
  });
});
