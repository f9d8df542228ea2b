import { createHash, randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { randomNumbers } from '../../scripts/chaos/random.ts';
import { openBackup } from '../../src/app/backup/backup.ts';
import { type BackupFile, manifestHashLine } from '../../src/app/backup/manifest.ts';
import { readConfig } from '../../src/app/config.ts';
import { newArtifactPath } from '../../src/artifacts/data-folder.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from '../../src/model/export/tar.ts';
import { openStore } from '../../src/store/store.ts';
import { backUp, hashes, restore, useFolders } from './backups.ts';

const folders = useFolders();
let home: string;

/** A data folder with one artifact of two files, a file that no row references, and a temporary file of a crash. */
beforeEach(async () => {
  home = await folders();
  const store = await openStore({ sqliteFile: join(home, 'daybreak.sqlite') });
  const artifact = await store.artifacts.create({ entity: 'e', project: 'p', name: 'n', owner: 'ann' });
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  };
  for (const [name, content] of Object.entries({ one: 'x'.repeat(1_000), none: '' })) {
    const path = newArtifactPath(artifact.id);
    await write(path, content);
    await store.artifacts.putFile(artifact.id, { name, bytes: content.length, sha256: 'a', path });
  }
  await write('database-id', `${store.id}\n`);
  await write('api-key', 'a key\n');
  await write(`artifacts/${artifact.id}/.tmp-1`, 'half');
  await write('artifacts/unknown/file', 'of no row');
  await store.close();
});

const nothing = ['lock.sqlite'];

test.runIf(process.getuid?.() === 0)('backing up another user’s data folder is refused, even for root', async () => {
  const database = join(home, 'daybreak.sqlite');
  await chown(database, 65_534, 65_534);
  await expect(backUp(home)).rejects.toThrow(/belongs to the user 65534, and only that user can back it up/);
  expect((await readdir(home)).filter((name) => /backup/.test(name))).toEqual([]);
  await chown(database, 0, 0);
  // A volume may belong to root while another user creates the files on it.
  await chown(home, 65_534, 65_534);
  await expect(backUp(home)).resolves.toBeDefined();
});

test('a backup has the database, the files that it references and the key, restored with private modes', async () => {
  const before = await hashes(home);
  const { bytes, manifest, missing } = await backUp(home);
  expect(missing).toEqual([]);
  expect(await readdir(home)).not.toContain('.backup-in-progress');
  const target = join(await folders(), 'new', 'home');
  expect(await restore(bytes, target)).toEqual(manifest);
  const { 'lock.sqlite': _, 'daybreak.sqlite': database, ...after } = await hashes(target);
  const known = Object.entries(before).filter(([path]) =>
    /^(api-key|database-id|artifacts\/(?!unknown).*\/(?!\.))/.test(path),
  );
  expect(after).toEqual(Object.fromEntries(known));
  expect(database).toBe(manifest.files[0].sha256);
  for (const path of ['.', ...(await readdir(target, { recursive: true }))]) {
    if (path === 'lock.sqlite') continue;
    const found = await stat(join(target, path));
    expect(found.mode & 0o777, path).toBe(found.isDirectory() ? 0o700 : 0o600);
  }
  await expect(restore(bytes, target)).rejects.toThrow(/is not empty, it contains "api-key"/);
});

test('a truncated backup, or one with a flipped bit, is refused in one line and restores no file', async () => {
  const { bytes } = await backUp(home);
  const target = await folders();
  const next = randomNumbers(21);
  const refused = async (altered: Uint8Array, what: string) => {
    const error = await restore(altered, target).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.name, what).toBe('BackupError');
    expect(error?.message, what).not.toContain('\n');
    expect(await readdir(target), what).toEqual(nothing);
  };
  const ends = [0, 1, 511, 512, 1_024, bytes.length - TAR_END_BYTES, bytes.length - 1];
  for (const end of [...ends, ...Array.from({ length: 12 }, () => Math.floor(next() * bytes.length))]) {
    await refused(bytes.subarray(0, end), `the first ${end} bytes`);
  }
  const heads = Array.from({ length: 30 }, () => Math.floor(next() * 4_096));
  for (const at of [...heads, ...Array.from({ length: 30 }, () => Math.floor(next() * bytes.length))]) {
    const altered = Buffer.from(bytes);
    altered[at] ^= 1 << Math.floor(next() * 8);
    await refused(altered, `byte ${at}`);
  }
  await refused(Buffer.concat([bytes, Buffer.alloc(512)]), 'more at its end');
  await restore(bytes, target);
});

/** Returns an archive with the given manifest and entries. Its hashes and headers are consistent. */
function archive(manifest: object, entries: { header: Uint8Array; content: Uint8Array }[] = []): Buffer {
  const text = Buffer.from(JSON.stringify(manifest));
  const file = (name: string, content: Uint8Array) => ({
    header: tarHeader(name, content.length, new Date(0), 0o600),
    content,
  });
  const all = [file('manifest.json', text), file('manifest.sha256', manifestHashLine(text)), ...entries];
  const parts = all.flatMap(({ header, content }) => [header, content, tarPadding(content.length)]);
  return Buffer.concat([...parts, Buffer.alloc(TAR_END_BYTES)]);
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sha256 = sha256Of(new Uint8Array());
const database = { path: 'daybreak.sqlite', bytes: 0, sha256 };
const manifestOf = (...files: unknown[]) => ({
  kind: 'daybreak-backup',
  format: 1,
  version: '0.2.0',
  created: '1970-01-01T00:00:00.000Z',
  files: [database, ...files],
});

test('a restore refuses paths outside the folder, links, invalid sizes, newer formats and other files', async () => {
  const target = await folders();
  const file = (path: unknown, more: Partial<BackupFile> = {}) => ({ path, bytes: 0, sha256, ...more });
  const paths = [
    ...['../x', '/etc/x', 'artifacts/../../x', 'artifacts/..', 'artifacts//x', 'artifacts/.tmp-x', 'artifacts'],
    ...['lock.sqlite', 'models/x', 'artifacts/a\\..\\x', 'artifacts/\0', '', `artifacts/${'a'.repeat(300)}`, null, 3],
  ];
  for (const path of paths) {
    await expect(restore(archive(manifestOf(file(path))), target), String(path)).rejects.toThrow(
      /is not a file of a data folder/,
    );
  }
  const twice = manifestOf(file('artifacts/a/1'), file('artifacts/a/1'));
  await expect(restore(archive(twice), target)).rejects.toThrow('twice, or');
  const both = manifestOf(file('artifacts/a'), file('artifacts/a/1'));
  await expect(restore(archive(both), target)).rejects.toThrow('artifacts/a as a file and as a folder');
  for (const bytes of [-1, 0.5, 2 ** 60, '1']) {
    const sized = manifestOf(file('artifacts/a/1', { bytes: bytes as number }));
    await expect(restore(archive(sized), target), String(bytes)).rejects.toThrow('lacks the size or SHA-256');
  }
  const huge = manifestOf(file('artifacts/a/1', { bytes: 2 ** 52 }));
  await expect(restore(archive(huge), target)).rejects.toThrow(/needs 4503599627370496 bytes, but the disk of/);

  const link = tarHeader('artifacts/a/1', 0, new Date(0), 0o600);
  link[156] = '2'.charCodeAt(0);
  const content = new Uint8Array();
  const linked = [
    { header: tarHeader('daybreak.sqlite', 0, new Date(0), 0o600), content },
    { header: link, content },
  ];
  const withLink = archive(manifestOf(file('artifacts/a/1')), linked);
  await expect(restore(withLink, target)).rejects.toThrow('corrupt at artifacts/a/1');

  await expect(restore(archive({ ...manifestOf(), format: 2, version: '0.9.0' }), target)).rejects.toThrow(
    'the backup was made by a newer version of Daybreak (0.9.0); use that version',
  );
  for (const foreign of [Buffer.from('no tar'), Buffer.alloc(10_240), archive({ files: [] })]) {
    await expect(restore(foreign, target)).rejects.toThrow(/is not a backup of Daybreak|truncated/);
  }
  expect(await readdir(target)).toEqual(nothing);
});

test('a database of a newer version is refused by backup and by restore', async () => {
  const newer = 'The database has the tables of a newer version (9999-of-tomorrow); use that version.';
  const open = new DatabaseSync(join(home, 'daybreak.sqlite'));
  open.exec("insert into migrations (name, batch) values ('9999-of-tomorrow', 99)");
  open.close();
  await expect(backUp(home)).rejects.toThrow(newer);
  expect(await readdir(home)).not.toContain('.backup-in-progress');

  const content = await readFile(join(home, 'daybreak.sqlite'));
  const file = { path: 'daybreak.sqlite', bytes: content.length, sha256: sha256Of(content) };
  const header = tarHeader(file.path, file.bytes, new Date(0), 0o600);
  const target = await folders();
  await expect(restore(archive({ ...manifestOf(), files: [file] }, [{ header, content }]), target)).rejects.toThrow(
    newer,
  );
  expect(await readdir(target)).toEqual(nothing);
});

test('a backup is refused if it would use the disk space reserved for training', async () => {
  const open = (reserve: string) =>
    openBackup(readConfig({ DAYBREAK_HOME: home, DAYBREAK_DISK_RESERVE: reserve }), '0');
  await expect(open('999999GiB')).rejects.toMatchObject({ code: 'disk_full' });
  await using backup = await open('1MiB');
  await backup.requireSpace(home);
  backup.manifest.files[0].bytes = 2 ** 52;
  await expect(backup.requireSpace(home)).rejects.toMatchObject({ code: 'disk_full' });
});

test('a backup of PostgreSQL or of a bucket is refused with the page that describes the tools to use', async () => {
  const open = (env: Record<string, string>) => openBackup(readConfig({ DAYBREAK_HOME: home, ...env }), '0');
  const postgres = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const bucket = { DAYBREAK_S3_BUCKET: 'some-bucket', DAYBREAK_S3_ENDPOINT: 'http://127.0.0.1:1' };
  await expect(open(postgres)).rejects.toThrow(/pg_dump and pg_restore, .* in docs\/durability\.md/);
  await expect(open({ ...postgres, ...bucket })).rejects.toThrow(/pg_dump and pg_restore, .* in docs\/cluster\.md/);
  await expect(open(bucket)).rejects.toThrow(/the files are in a bucket/);
  await expect(open({ DAYBREAK_HOME: join(home, randomUUID()) })).rejects.toThrow(/there is no database in/);
});
