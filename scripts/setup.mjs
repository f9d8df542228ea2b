// npm run setup: the set-up that `npm start` and `npm test` run first. With `npm run setup -- --no-device`, it looks
// for no GPU and downloads no driver, for code that is built here and run elsewhere.
// The set-up is plain JavaScript without packages, since it installs the packages and the newer Node.
import { setUpOrExit } from './set-up-or-exit.mjs';

await setUpOrExit({ device: !process.argv.includes('--no-device') });
console.log('set-up: complete');
