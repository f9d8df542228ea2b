import type { Browser } from 'playwright-core';
import { startTestServer, type TestServer } from '../../api/test-server.ts';
import { type Found, openBrowser } from '../../docs/browser.ts';
import { makeToyRuns, type ToyRuns } from './toy-runs.ts';

/** The browser of all suites, and the server of most: the toy with the real compute process. */
export let browser: Browser;
export let server: TestServer;

let made: Promise<ToyRuns> | null = null;

export async function startFixture(found: Found): Promise<void> {
  [server, browser] = await Promise.all([startTestServer(), openBrowser(found)]);
}

export async function endFixture(): Promise<void> {
  await browser?.close();
  await server?.end();
}

/** The runs of the server's first owner, which are made when a suite first asks for them. */
export function toyRuns(): Promise<ToyRuns> {
  made ??= makeToyRuns(server);
  return made;
}
