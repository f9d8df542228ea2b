export { version } from '../clients/typescript/src/version.ts';
