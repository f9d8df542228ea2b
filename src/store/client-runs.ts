import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { deleteRecords } from './large-model.ts';
import { checkLogs, lockOwnerQuota, NO_QUOTAS, type OwnerQuotas } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { appendHistory, type HistoryEntry, insertClientRun, loggedBytes } from './runs.ts';
import { checkText, type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** Name of a run, as its client gives it. */
export interface ClientRunName {
  entity: string;
  project: string;
  name: string;
}

/** State of a run as last reported by its client. A run whose client crashed stays `running`. */
export type ClientRunState = 'running' | 'finished' | 'failed';

/** Fields of a run that its client sets; absent fields stay unchanged. */
export interface ClientRunFields {
  state?: ClientRunState;
  displayName?: string;
  config?: JsonColumn;
  summary?: JsonColumn;
  tags?: readonly string[];
  notes?: string;
}

/** A run as lists show it. */
export interface ListedRun extends ClientRunName {
  id: string;
  /** Run that holds the history. */
  runId: string;
  displayName: string;
  state: ClientRunState;
  /** Lines of history received so far. */
  lines: number;
  created: string;
}

/** A run as its client sees it. Several of them may share the run of one model. */
export interface ClientRunRecord extends ListedRun, Required<Pick<ClientRunFields, 'config' | 'summary' | 'tags'>> {
  notes: string | null;
  /** Last line of history, verbatim. */
  lastLine: string | null;
}

/** A line of history; `entry` is the record to store, or null if the line has no metrics. */
export interface HistoryLine {
  text: string;
  entry: HistoryEntry | null;
}

interface Row extends ClientRunName {
  id: string;
  owner: string;
  run_id: string;
  display_name: string;
  state: ClientRunState;
  /** JSON, as are `summary` and `tags`. */
  config: string;
  summary: string;
  tags: string;
  notes: string | null;
  lines: number;
  last_line: string | null;
  created: string;
}

/** Most runs of one owner over all projects; nothing else limits their number. */
const MAX_RUNS = 10_000;

const LISTED = ['id', 'entity', 'project', 'name', 'lines', 'created', 'run_id', 'display_name', 'state'];

/** Runs that W&B clients open. */
export class ClientRuns {
  private readonly database: Database;
  private readonly owner: Owner;
  private readonly quotas: OwnerQuotas;

  constructor(database: Database, owner: Owner = null, quotas: OwnerQuotas = NO_QUOTAS) {
    this.database = database;
    this.owner = owner;
    this.quotas = quotas;
  }

  /** Returns the run of this name, or null. */
  find(name: ClientRunName): Promise<ClientRunRecord | null> {
    return this.database.query(async (db) => {
      const row = await findRow(db, { ...pick(name), owner: ownerOf(this.owner, undefined) });
      return row === undefined ? null : toRecord(row);
    });
  }

  /** Returns the run. Throws `not_found`. */
  get(id: string): Promise<ClientRunRecord> {
    return this.database.query(async (db) => {
      const row: Row | undefined = await ownRows(db('client_runs').where({ id }), this.owner).first();
      if (row === undefined) throw notFound('run', id);
      return toRecord(row);
    });
  }

  /**
   * Creates the run, or updates its fields. A run that is named after a model, or after the id of a model's run, shares
   * the model's history; any other has its own. Throws `invalid_value`, and `quota_exceeded` above the maximum of runs.
   */
  async upsert(name: ClientRunName, fields: ClientRunFields): Promise<{ run: ClientRunRecord; inserted: boolean }> {
    for (const [field, text] of Object.entries({ ...pick(name), ...texts(fields) })) checkText(field, text);
    const owner = ownerOf(this.owner, undefined);
    return this.database.write(async (db) => {
      const known = await findRow(db, { ...pick(name), owner }).forUpdate();
      if (known !== undefined) {
        const row = { ...known, ...columns(fields) };
        await db('client_runs').where({ id: known.id }).update(columns(fields));
        return { run: toRecord(row), inserted: false };
      }
      await checkRoom(db, owner);
      const displayName = fields.displayName ?? name.name;
      const runId =
        (await modelRun(db, name, owner)) ?? (await insertClientRun(db, { ...pick(name), displayName, owner }));
      const row: Row = {
        ...{ id: randomUUID(), owner, ...pick(name), run_id: runId, display_name: displayName, state: 'running' },
        ...{ config: '{}', summary: '{}', tags: '[]', notes: null, lines: 0, last_line: null, created: timestamp() },
        ...columns(fields),
      };
      await db('client_runs').insert(row);
      return { run: toRecord(row), inserted: true };
    });
  }

  /**
   * Appends lines to the history; the first is the run's line `offset`. Skips lines that are stored already, so that a
   * client may retry. New lines set the state to `running`, even of a run that had ended. Throws `not_found`,
   * `conflict` if earlier lines are missing, and `quota_exceeded`.
   */
  append(id: string, offset: number, lines: readonly HistoryLine[]): Promise<void> {
    const { logBytes } = this.quotas;
    return this.database.write(async (db) => {
      if (logBytes !== null) await lockOwnerQuota(db, ownerOf(this.owner, undefined));
      const rows = ownRows(db('client_runs').where({ id }), this.owner);
      const run: Row | undefined = await rows.forUpdate().first();
      if (run === undefined) throw notFound('run', id);
      if (offset > run.lines) {
        const message = `The lines begin at ${offset}, but the run has ${run.lines}; send the lines between first.`;
        throw new StorageError('conflict', message, { resource: 'run' });
      }
      const fresh = lines.slice(run.lines - offset);
      if (fresh.length === 0) return;
      const entries = fresh.flatMap(({ entry }) => (entry === null ? [] : [entry]));
      if (logBytes !== null) await checkLogs(db, run.owner, logBytes, loggedBytes(entries));
      await appendHistory(db, run.run_id, entries, null);
      const last_line = fresh[fresh.length - 1].text;
      await db('client_runs')
        .where({ id })
        .update({ lines: run.lines + fresh.length, last_line, state: 'running' });
    });
  }

  /** Updates fields of the run. Throws `not_found` if it was deleted meanwhile. */
  async change(id: string, fields: ClientRunFields): Promise<void> {
    for (const [field, text] of Object.entries(texts(fields))) checkText(field, text);
    const rows = (db: Knex) => ownRows(db('client_runs').where({ id }), this.owner);
    const changed = await this.database.query((db) => rows(db).update(columns(fields)));
    if (changed === 0) throw notFound('run', id);
  }

  /** Deletes the run, and its history unless that belongs to a model. Throws `not_found`. */
  async delete(id: string): Promise<void> {
    const { runId } = await this.get(id);
    const own: { owner: string } | undefined = await this.database.query((db) =>
      db('runs').where({ id: runId }).whereNull('model_id').first('owner'),
    );
    if (own !== undefined) await deleteRecords(this.database, runId);
    await this.database.write(async (db) => {
      const deleted = await ownRows(db('client_runs').where({ id }), this.owner).delete();
      if (deleted === 0) throw notFound('run', id);
      if (own === undefined) return;
      await db('runs').where({ id: runId }).delete();
      noteUpdate(db, { type: 'run', id: runId, modelId: null, owner: own.owner });
    });
  }
}

function pick({ entity, project, name }: ClientRunName): ClientRunName {
  return { entity, project, name };
}

function findRow(db: Knex, where: ClientRunName & { owner: string }): Knex.QueryBuilder {
  return db('client_runs').where(where).first();
}

/** Returns the id of the run of the model with this name or run id, or null. */
async function modelRun(db: Knex, { entity, project, name }: ClientRunName, owner: string): Promise<string | null> {
  const ofProject = db('models').where({ entity, project, owner }).whereNotNull('run_id');
  const model: { run_id: string } | undefined = await ofProject
    .where((rows) => rows.where({ name }).orWhere({ run_id: name }))
    .first('run_id');
  return model?.run_id ?? null;
}

async function checkRoom(db: Knex, owner: string): Promise<void> {
  const beyond = await db('client_runs')
    .where({ owner })
    .offset(MAX_RUNS - 1)
    .first('id');
  if (beyond === undefined) return;
  throw new StorageError('quota_exceeded', `You have ${MAX_RUNS.toLocaleString('en')} runs, which is the maximum.`);
}

function texts({ displayName = '', notes = '', tags = [] }: ClientRunFields): Record<string, string> {
  return { displayName, notes, tags: tags.join() };
}

/** Returns the fields that are present, as columns. */
function columns({ state, displayName, config, summary, tags, notes }: ClientRunFields): Partial<Row> {
  return {
    ...(state === undefined ? {} : { state }),
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(config === undefined ? {} : { config: jsonText(config) }),
    ...(summary === undefined ? {} : { summary: jsonText(summary) }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Returns the last `most` runs that rows with `client_run_id` and `seq` refer to, ordered by `seq`. */
export async function listedRuns(db: Knex, rows: Knex.QueryBuilder, most: number): Promise<ListedRun[]> {
  const last = rows.orderBy('seq', 'desc').limit(most).select('seq', 'client_run_id');
  const found: Row[] = await db
    .from(last.as('last'))
    .join('client_runs', 'client_runs.id', 'last.client_run_id')
    .orderBy('last.seq')
    .select(LISTED.map((column) => `client_runs.${column}`));
  return found.map(toListed);
}

function toListed({ id, entity, project, name, state, lines, created, run_id, display_name }: Row): ListedRun {
  return { id, entity, project, name, state, lines, created, runId: run_id, displayName: display_name };
}

function toRecord(row: Row): ClientRunRecord {
  return {
    ...toListed(row),
    notes: row.notes,
    config: parseObject(row.config),
    summary: parseObject(row.summary),
    tags: JSON.parse(row.tags),
    lastLine: row.last_line,
  };
}
