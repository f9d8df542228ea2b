import { isLong } from '../tier.ts';

/** Quick in test/device-classes, whose driver compiles several times as fast as the driver that set-up unpacks. */
const driver = { isQuick: false };

export function expectQuickDriver(): void {
  driver.isQuick = true;
}

/** Returns all cases in the long tier and with a quick driver, else the first few: each compiles its own kernels. */
export function compiled<Case>(cases: readonly Case[], first: number): Case[] {
  return isLong || driver.isQuick ? [...cases] : cases.slice(0, first);
}

/**
 * Returns all cases in the long tier and with the driver that set-up unpacks, else the first few: kernels of GPUs take
 * long to run in software. For cases that share their kernels.
 */
export function executed<Case>(cases: readonly Case[], first: number): Case[] {
  return isLong || !driver.isQuick ? [...cases] : cases.slice(0, first);
}
