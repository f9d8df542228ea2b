// npm run hostile: runs the attacks of test/hostile and checks their time and memory limits, on an otherwise idle
// machine. `npm test` and `npm run test:long` run the same attacks without the limits, since other tests run at the
// same time.
process.env.DAYBREAK_HOSTILE_MEASURED = '1';
process.argv.push('--long', '--project', 'hostile');
await import('./test.mjs');
