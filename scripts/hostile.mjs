// npm run hostile: the attacks of test/hostile, with their promises of time and memory, on a machine that has nothing
// else to do. `npm test` and `npm run test:long` run the same attacks, but what they take depends on what runs beside
// them and is not judged there.
process.env.DAYBREAK_HOSTILE_MEASURED = '1';
process.argv.push('--long', '--project', 'hostile');
await import('./test.mjs');
