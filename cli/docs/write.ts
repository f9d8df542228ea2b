/** Writes the manual of the command, docs/cli.md, and its man page, docs/daybreak.1. */
import { writeFileSync } from 'node:fs';
import { manPage } from './man.ts';
import { markdown } from './markdown.ts';

const docs = new URL('../../docs/', import.meta.url);
writeFileSync(new URL('cli.md', docs), markdown());
writeFileSync(new URL('daybreak.1', docs), manPage());
