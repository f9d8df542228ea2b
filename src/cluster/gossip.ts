import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

/** How often servers tell each other. */
export const GOSSIP_MS = 500;

export interface GossipParts<Told> {
  bus: Bus;
  subject: string;
  /** What to tell now. */
  tell(): Told;
  /** What another server, known by a name of its own, has told. */
  hear(server: string, told: Told): void;
}

/** Tells all other servers of a cluster something twice a second, until the function that it gives back is called. */
export function gossip<Told>({ bus, subject, tell, hear }: GossipParts<Told>): () => void {
  const own: string = randomUUID();
  const unsubscribe = bus.subscribe(subject, ({ value }) => {
    const { server, told } = value as { server: string; told: Told };
    if (server !== own) hear(server, told);
  });
  const timer = setInterval(() => bus.publish(subject, { server: own, told: tell() }), GOSSIP_MS).unref();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
