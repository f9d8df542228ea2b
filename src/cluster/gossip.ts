import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

/** Interval of messages. */
export const GOSSIP_MS = 500;

export interface GossipParts<Value> {
  bus: Bus;
  subject: string;
  /** Returns the value to send. */
  getValue(): Value;
  /** Receives the value of another server, identified by a random name. */
  onValue(server: string, value: Value): void;
}

/** Sends a value to all other servers of a cluster twice a second. Returns a function that stops it. */
export function gossip<Value>({ bus, subject, getValue, onValue }: GossipParts<Value>): () => void {
  const own: string = randomUUID();
  const unsubscribe = bus.subscribe(subject, ({ value }) => {
    const { server, told } = value as { server: string; told: Value };
    if (server !== own) onValue(server, told);
  });
  const timer = setInterval(() => bus.publish(subject, { server: own, told: getValue() }), GOSSIP_MS).unref();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
