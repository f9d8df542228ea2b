import { type ClientModule, clientModules } from '../../scripts/clients/all.mjs';
import { isLong } from '../tier.ts';

/** Client of every language. Its tests are skipped if its toolchain is missing, but never in CI. */
export const clients: { client: ClientModule; skip: boolean }[] = await Promise.all(
  clientModules.map(async (client) => ({ client, skip: await isSkipped(client) })),
);

/** Clients whose programs run: TypeScript's in `npm test`, all in `npm run test:long`. */
export const triedClients = clients.filter(({ client }) => isLong || client.language === 'typescript');
/** Clients that are regenerated. `npm test` omits Go and Rust, whose generators must be built first. */
export const generatedClients = clients.filter(
  ({ client }) => isLong || ['typescript', 'python'].includes(client.language),
);

async function isSkipped(client: ClientModule): Promise<boolean> {
  if (process.env.CI) return false;
  const lacking = await client.missing();
  if (lacking !== null) console.warn(`${client.language}: skipped, it needs ${lacking}`);
  return lacking !== null;
}
