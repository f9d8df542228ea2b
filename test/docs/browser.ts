import { type Browser, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.mjs';

export interface Found {
  program: string;
  env: Record<string, string>;
}

/** Flags that keep the browser itself from using the network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns Chromium, or null if the machine has none and cannot fetch it. Throws in CI instead. */
export async function findBrowser(): Promise<Found | null> {
  try {
    return await chromium();
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`no browser for the documentation page: ${error}`);
    return null;
  }
}

export function openBrowser({ program, env }: Found): Promise<Browser> {
  return playwright.launch({ executablePath: program, env, args: flags });
}
