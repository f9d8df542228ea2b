import { type Browser, chromium as playwright } from 'playwright-core';
import { chromium } from '../../scripts/chromium.mjs';

export interface Found {
  program: string;
  env: Record<string, string>;
}

/** Nothing of the browser's own may ask the network for anything. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Null where the machine has no Chromium and can fetch none; an error in CI, which must have one. */
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
