import { type ClientModule, clientModules } from '../../scripts/clients/all.mjs';
import { isLong } from '../tier.ts';

/** Every language's client, and whether its tests are skipped: where its toolchain is missing, but never in CI. */
export const clients: { client: ClientModule; skip: boolean }[] = await Promise.all(
  clientModules.map(async (client) => ({ client, skip: await isSkipped(client) })),
);

/** Those whose programs `npm test` runs; `npm run test:long` runs those of all languages. */
export const triedClients = clients.filter(({ client }) => isLong || client.language === 'typescript');
/** Those that `npm test` generates anew: Go's and Rust's generators are programs that are built first. */
export const generatedClients = clients.filter(
  ({ client }) => isLong || ['typescript', 'python'].includes(client.language),
);

async function isSkipped(client: ClientModule): Promise<boolean> {
  if (process.env.CI) return false;
  const lacking = await client.missing();
  if (lacking !== null) console.warn(`${client.language}: skipped, it needs ${lacking}`);
  return lacking !== null;
}
