import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

/** Interval of messages. */
export const GOSSIP_MS = 500;

export interface GossipParts<Told> {
  bus: Bus;
  subject: string;
  /** Returns the value to send. */
  tell(): Told;
  /** Receives the value of another server, identified by a random name. */
  hear(server: string, told: Told): void;
}

/** Sends a value to all other servers of a cluster twice a second. Returns a function that stops it. */
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
