import { isLong } from '../tier.ts';

/** Whether kernels are compiled several times as fast as by the driver that set-up unpacks: in test/device-classes. */
const driver = { isQuick: false };

export function expectQuickDriver(): void {
  driver.isQuick = true;
}

/** All cases that have kernels of their own in the long tier and with a quick driver, else those that stand first. */
export function compiled<Case>(cases: readonly Case[], first: number): Case[] {
  return isLong || driver.isQuick ? [...cases] : cases.slice(0, first);
}
