// npm run setup: what `npm start` and `npm test` do first, by itself.
// All of it is plain JavaScript without packages, since it is what brings the packages and the newer Node.
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit();
console.log('set-up: complete');
