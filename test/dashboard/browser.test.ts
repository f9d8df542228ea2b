import { afterAll, beforeAll, describe } from 'vitest';
import { findBrowser } from '../docs/browser.ts';
import { artClientEnd, startArtClient } from './browser/art-client.ts';
import { endFixture, server, startFixture } from './browser/fixture.ts';
import { keyboard } from './browser/keyboard.ts';
import { compileServer, killedServer } from './browser/killed-server.ts';
import { live } from './browser/live.ts';
import { pages } from './browser/pages.ts';
import { running } from './browser/running.ts';
import { signIn } from './browser/sign-in.ts';
import { trajectories } from './browser/trajectories.ts';
import { twoOwners } from './browser/two-owners.ts';
import { work } from './browser/work.ts';

const found = await findBrowser();

/** One file, since starting a server and loading its modules takes longer than most of these tests. */
describe.skipIf(found === null)('the dashboard in a browser', () => {
  beforeAll(async () => {
    await startFixture(found!);
    startArtClient(server);
    // After the server has read the dashboard, because this may rebuild it.
    compileServer();
  });
  afterAll(async () => {
    await endFixture();
    await artClientEnd();
  });

  // First, since the sign-in code of the start message is valid for five minutes.
  describe('signing in', signIn);
  describe('the pages', pages);
  describe('trajectories', trajectories);
  describe('working on models, data and runs', work);
  describe('live updates', live);
  describe('used by keyboard alone', keyboard);
  describe('two owners in two browsers', twoOwners);
  describe('a running job', running);
  describe('a page whose server is killed', killedServer);
});
