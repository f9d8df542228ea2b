/** Variables that `readConfig` reads. */
export const VARIABLES: readonly string[] = [
  'DAYBREAK_HOST',
  'DAYBREAK_ALLOWED_HOSTS',
  'DAYBREAK_PORT',
  'DAYBREAK_HOME',
  'DAYBREAK_API_KEY',
  'DAYBREAK_MODEL',
  'DAYBREAK_PRECISION',
  'DAYBREAK_KV_CACHE',
  'DAYBREAK_TRAINING_MEMORY',
  'DAYBREAK_LORA_RANK',
  'DAYBREAK_LORA_ALPHA',
  'DAYBREAK_LORA_TARGETS',
  'DAYBREAK_LORA_MAX_RANK',
  'DAYBREAK_ARTIFACT_HOSTS',
  'DAYBREAK_ARTIFACT_DIR',
  'DAYBREAK_MODEL_SAMPLING',
  'DAYBREAK_LOGITS_PROCESSORS',
  'DAYBREAK_DISK_RESERVE',
  'DAYBREAK_KEEP_TOKENS',
  'DAYBREAK_KEEP_TRAJECTORIES',
  'DAYBREAK_KEEP_CHECKPOINTS',
  'DAYBREAK_MAX_MODELS',
  'DAYBREAK_MAX_CHECKPOINTS',
  'DAYBREAK_MAX_LOG_BYTES',
  'DAYBREAK_MAX_ARTIFACT_BYTES',
  'DAYBREAK_ROLE',
  'DATABASE_URL',
  'DAYBREAK_S3_ENDPOINT',
  'DAYBREAK_S3_BUCKET',
  'DAYBREAK_S3_REGION',
  'DAYBREAK_CACHE_BYTES',
  'NATS_URL',
  'NATS_CA',
  'NATS_CERT',
  'NATS_KEY',
  'NATS_CREDS',
  'DAYBREAK_REQUEST_TEMPLATES',
  'DAYBREAK_WANDB',
  'DAYBREAK_KEY_CONCURRENCY',
  'DAYBREAK_KEY_RATE',
  'DAYBREAK_FAILED_KEYS',
  'DAYBREAK_CONNECTIONS',
  'DAYBREAK_CONNECTIONS_PER_ADDRESS',
  'DAYBREAK_CHECK_RESPONSES',
];

/** Variables of clients, examples and tests, which may share the server's environment. */
const OF_OTHERS = /^DAYBREAK_(BASE_URL|BASE_MODEL|URL|ORIGIN|SHOW_SCORES|(TEST|FUZZ|ORACLE)_.*)$/;
/** Largest edit distance of a misspelt name. */
const FEW = 4;

/**
 * Returns a line for each variable of `env` that looks like a setting but is none, with the setting that may be meant.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('DAYBREAK_') && !VARIABLES.includes(name) && !OF_OTHERS.test(name))
    .sort()
    .map((name) => {
      const [nearest] = VARIABLES.map((known) => ({ known, apart: distance(name, known) })).sort(
        (one, other) => one.apart - other.apart,
      );
      const meant =
        nearest.apart <= FEW ? `did you mean ${nearest.known}?` : 'docs/configuration.md lists the settings';
      return `${name.slice(0, 128)} is not a setting of this server and does nothing; ${meant}`;
    });
}

/** Returns the Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let place = 0; place < other.length; place++) {
      const same = letter === other[place] ? 0 : 1;
      next.push(Math.min(row[place] + same, row[place + 1] + 1, next[place] + 1));
    }
    row = next;
  }
  return row[other.length];
}
