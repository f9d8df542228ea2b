// npm run setup: what `npm start` and `npm test` do first, by itself. `npm run setup -- --no-device` looks for no GPU,
// and fetches no driver: for what is built here and run elsewhere.
// All of it is plain JavaScript without packages, since it is what brings the packages and the newer Node.
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit({ device: !process.argv.includes('--no-device') });
console.log('set-up: complete');
