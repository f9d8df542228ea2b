const secret = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS|DATABASE_URL)$/i;

/**
 * Returns the environment without secrets: the compute process does not need them, and its crash dumps must not hold
 * them.
 */
export function computeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.test(name)));
}
