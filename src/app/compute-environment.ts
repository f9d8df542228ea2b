const secret = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS|DATABASE_URL)$/i;

/** The environment without what the compute process has no use for, and a crash dump of it should not hold. */
export function computeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.test(name)));
}
