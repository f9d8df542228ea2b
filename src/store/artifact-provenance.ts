import type { Knex } from 'knex';
import { columnOf, type VersionTarget } from './artifact-aliases.ts';
import { type ListedRun, listedRuns } from './client-runs.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf } from './ownership.ts';

/** What a run did with a version. */
type Role = 'made' | 'used';

interface Row {
  owner: string;
  client_run_id: string;
  role: Role;
  artifact_id: string | null;
  checkpoint_id: string | null;
}

/** Runs that are known to have used a version: the last that began to. */
const MOST_USERS = 1_000;

/** Which runs of clients made versions and used them. A run that is gone is not told any more. */
export class ArtifactProvenance {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Notes that a run made the version, or used it; where that is known already it stays as it is. */
  note(clientRunId: string, role: Role, target: VersionTarget): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    return this.database.write((db) => noteProvenance(db, { owner, clientRunId, role }, target));
  }

  /** Null where none is known. */
  async maker(target: VersionTarget): Promise<ListedRun | null> {
    const [run] = await this.runs('made', target, 1);
    return run ?? null;
  }

  /** In the order in which they began to. */
  users(target: VersionTarget): Promise<ListedRun[]> {
    return this.runs('used', target, MOST_USERS);
  }

  private runs(role: Role, target: VersionTarget, most: number): Promise<ListedRun[]> {
    const owner = ownerOf(this.owner, undefined);
    return this.database.query((db) => {
      const known = db('artifact_provenance').where({ owner, role, ...columnOf(target) });
      return listedRuns(db, known, most);
    });
  }
}

/** Part of a transaction. A run that is gone is not noted. */
export async function noteProvenance(
  db: Knex,
  { owner, clientRunId, role }: { owner: string; clientRunId: string; role: Role },
  target: VersionTarget,
): Promise<void> {
  const run = await db('client_runs').where({ id: clientRunId, owner }).first('id');
  if (run === undefined) return;
  const version = columnOf(target);
  const row: Row = { owner, client_run_id: clientRunId, role, artifact_id: null, checkpoint_id: null, ...version };
  await db('artifact_provenance')
    .insert(row)
    .onConflict([...Object.keys(version), 'role', 'client_run_id'])
    .ignore();
  const known = () =>
    db('artifact_provenance')
      .where({ role, ...version })
      .orderBy('seq', 'desc');
  const beyond: { seq: number } | undefined = await known().offset(MOST_USERS).first('seq');
  if (beyond !== undefined) {
    await db('artifact_provenance')
      .where({ role, ...version })
      .where('seq', '<=', beyond.seq)
      .delete();
  }
}
