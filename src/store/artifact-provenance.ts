import type { Knex } from 'knex';
import { targetColumn, type VersionTarget } from './artifact-aliases.ts';
import { type ListedRun, listedRuns } from './client-runs.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf } from './ownership.ts';

/** Relation of a run to a version. */
type Role = 'made' | 'used';

interface Row {
  owner: string;
  client_run_id: string;
  role: Role;
  artifact_id: string | null;
  checkpoint_id: string | null;
}

/** Most runs recorded for a version and role; the oldest are dropped. */
const MAX_USERS = 1_000;

/** Client runs that made or used each version. A deleted run is no longer listed. */
export class ArtifactProvenance {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Records that a run made or used the version. Idempotent. */
  note(clientRunId: string, role: Role, target: VersionTarget): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    return this.database.write((db) => noteProvenance(db, { owner, clientRunId, role }, target));
  }

  /** Returns the run that made the version, or null if none is recorded. */
  async maker(target: VersionTarget): Promise<ListedRun | null> {
    const [run] = await this.runs('made', target, 1);
    return run ?? null;
  }

  /** Returns the runs that used the version, in the order of their first use. */
  users(target: VersionTarget): Promise<ListedRun[]> {
    return this.runs('used', target, MAX_USERS);
  }

  private runs(role: Role, target: VersionTarget, most: number): Promise<ListedRun[]> {
    const owner = ownerOf(this.owner, undefined);
    return this.database.query((db) => {
      const known = db('artifact_provenance').where({ owner, role, ...targetColumn(target) });
      return listedRuns(db, known, most);
    });
  }
}

/** Records provenance inside the caller's transaction; ignores a run that is deleted. */
export async function noteProvenance(
  db: Knex,
  { owner, clientRunId, role }: { owner: string; clientRunId: string; role: Role },
  target: VersionTarget,
): Promise<void> {
  const run = await db('client_runs').where({ id: clientRunId, owner }).first('id');
  if (run === undefined) return;
  const version = targetColumn(target);
  const row: Row = { owner, client_run_id: clientRunId, role, artifact_id: null, checkpoint_id: null, ...version };
  await db('artifact_provenance')
    .insert(row)
    .onConflict([...Object.keys(version), 'role', 'client_run_id'])
    .ignore();
  const known = () =>
    db('artifact_provenance')
      .where({ role, ...version })
      .orderBy('seq', 'desc');
  const beyond: { seq: number } | undefined = await known().offset(MAX_USERS).first('seq');
  if (beyond !== undefined) {
    await db('artifact_provenance')
      .where({ role, ...version })
      .where('seq', '<=', beyond.seq)
      .delete();
  }
}
