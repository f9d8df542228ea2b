import { randomUUID } from 'node:crypto';
import { connect, type DatabaseAddress } from '../../src/store/connection.ts';

export interface TestRecord {
  metrics: Record<string, number>;
  step?: number;
  gradientStep?: number | null;
  time?: string;
}

const AT_ONCE = 500;

/** Adds records to the history of a run in bulk, without storing blocks, as older versions did. */
export async function addRecords(address: DatabaseAddress, runId: string, records: readonly TestRecord[]) {
  const rows = records.map(({ metrics, step = 1, gradientStep = null, time = new Date().toISOString() }) => {
    const json = JSON.stringify(metrics);
    return { id: randomUUID(), run_id: runId, step, time, metrics: json, gradient_step: gradientStep };
  });
  const db = await connect(address, 'refuse');
  try {
    await db.transaction(async (part) => {
      for (let start = 0; start < rows.length; start += AT_ONCE)
        await part('run_history').insert(rows.slice(start, start + AT_ONCE));
      await part('runs').where({ id: runId }).increment('records', rows.length);
    });
  } finally {
    await db.destroy();
  }
}
