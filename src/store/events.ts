import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Lease, requireLease } from './lease.ts';
import { type Owner, rowsOfOwnModels } from './ownership.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import { type JsonColumn, jsonText, parseObject, timestamp } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/** Event types that the clients' polling loop knows; it ignores all others. */
type EventType = 'training_started' | 'gradient_step' | 'training_ended' | 'training_failed';

export interface EventRecord {
  id: string;
  type: EventType;
  data: JsonColumn;
  created: string;
}

interface NewEvent {
  type: EventType;
  data: JsonColumn;
  /**
   * Name of the event, unique within its job. A job that runs again after a crash appends the same keys and gets the
   * events that are already there, so that a client counts no step twice.
   */
  key?: string;
}

interface EventRow {
  id: string;
  job_id: string;
  seq: number;
  type: EventType;
  data: string;
  key: string | null;
  created: string;
}

/** The events of jobs, strictly ordered within a job. */
export class Events {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Appends an event. Throws `stale_lease`, and `invalid_value` for a number that is not finite. */
  append(lease: Lease, event: NewEvent): Promise<EventRecord> {
    return this.database.write(async (db) => {
      await requireLease(db, lease);
      return appendEvent(db, lease.jobId, event);
    });
  }

  /** Returns a page of events, oldest first by default. Throws `not_found` for an unknown job or cursor. */
  page(jobId: string, request: PageRequest = {}): Promise<Page<EventRecord>> {
    return this.database.query(async (db) => {
      const job = await rowsOfOwnModels(db('jobs').where({ id: jobId }), this.owner).first('id');
      if (job === undefined) throw notFound('job', jobId);
      const rows = db('events').where({ job_id: jobId });
      return readPage({ rows, orderBy: 'seq' }, request, toRecord);
    });
  }
}

/**
 * Appends an event inside the caller's transaction. Its lock on the job's row keeps the numbers without gaps, and in
 * the order in which events become visible.
 */
export async function appendEvent(db: Knex, jobId: string, event: NewEvent): Promise<EventRecord> {
  if (event.key !== undefined) {
    const known: EventRow | undefined = await db('events').where({ job_id: jobId, key: event.key }).first();
    if (known !== undefined) return toRecord(known);
  }
  const [job]: { event_count: number; model_id: string; owner: string }[] = await db('jobs')
    .where({ id: jobId })
    .update({ event_count: db.raw('event_count + 1') })
    .returning(['event_count', 'model_id', 'owner']);
  const row: EventRow = {
    id: randomUUID(),
    job_id: jobId,
    seq: job.event_count,
    type: event.type,
    data: jsonText(event.data),
    key: event.key ?? null,
    created: timestamp(),
  };
  await db('events').insert(row);
  noteUpdate(db, { type: 'job', id: jobId, modelId: job.model_id, owner: job.owner });
  return toRecord(row);
}

/**
 * Copies the keyed events of a job to another job, inside the caller's transaction; they keep their order and get new
 * ids.
 */
export async function copyEvents(db: Knex, fromJobId: string, toJobId: string): Promise<void> {
  const rows: EventRow[] = await db('events').where({ job_id: fromJobId }).whereNotNull('key').orderBy('seq');
  for (const { type, data, key } of rows) {
    await appendEvent(db, toJobId, { type, data: parseObject(data), key: key ?? undefined });
  }
}

function toRecord(row: EventRow): EventRecord {
  return { id: row.id, type: row.type, data: parseObject(row.data), created: row.created };
}
