/** Names of the checks, in the order of the report. */
export const CHECKS = [
  'node',
  'settings',
  'gpu',
  'memory',
  'disk',
  'port',
  'modes',
  'database',
  'files',
  'bus',
  'hub',
  'clock',
  'key',
] as const;
export type Check = (typeof CHECKS)[number];
export type Level = 'ok' | 'warning' | 'error';

/** Result of one check. */
export interface Finding {
  check: Check;
  level: Level;
  message: string;
  /** Remedy; null if there is nothing to do. */
  cure: string | null;
}

export function ok(check: Check, message: string): Finding {
  return { check, level: 'ok', message, cure: null };
}

export function warning(check: Check, message: string, cure: string): Finding {
  return { check, level: 'warning', message, cure };
}

export function fault(check: Check, message: string, cure: string): Finding {
  return { check, level: 'error', message, cure };
}

/** All findings, as `--json` prints them. */
export interface Report {
  version: string;
  /** ISO-8601. */
  time: string;
  errors: number;
  warnings: number;
  findings: Finding[];
}

const text = { type: 'string', minLength: 1, maxLength: 8_192 } as const;
const count = { type: 'integer', minimum: 0, maximum: 1_000 } as const;

/** JSON Schema of a report. */
export const REPORT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Findings of the doctor',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'time', 'errors', 'warnings', 'findings'],
  properties: {
    version: { type: 'string', minLength: 1, maxLength: 64 },
    time: { type: 'string', minLength: 20, maxLength: 32 },
    errors: count,
    warnings: count,
    findings: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['check', 'level', 'message', 'cure'],
        properties: {
          check: { type: 'string', enum: CHECKS },
          level: { type: 'string', enum: ['ok', 'warning', 'error'] },
          message: text,
          cure: { anyOf: [text, { type: 'null' }] },
        },
      },
    },
  },
} as const;

export function reportOf(findings: readonly Finding[], version: string): Report {
  const countOf = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const time = new Date().toISOString();
  return { version, time, errors: countOf('error'), warnings: countOf('warning'), findings: [...findings] };
}

/** Formats a finding as one line for people. */
export function lineOf({ check, level, message, cure }: Finding): string {
  const told = cure === null || /[.?!]$/.test(message) ? message : `${message}.`;
  const line = `${level.padEnd(8)} ${check.padEnd(9)} ${told}${cure === null ? '' : ` Cure: ${cure}`}`;
  return line.replaceAll(/\s*\n\s*/g, ' ');
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats bytes for people, such as `1.5 GiB`. */
export function amount(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${Number((bytes / 1_024 ** unit).toFixed(1))} ${UNITS[unit]}`;
}
