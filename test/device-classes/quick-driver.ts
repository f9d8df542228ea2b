import { expectQuickDriver } from '../compute/driver.ts';

// Imported before the tests, which build their tables of cases while loading.
expectQuickDriver();
