import { expectQuickDriver } from '../compute/driver.ts';

// Imported before the tests, whose tables of cases are made as they are loaded.
expectQuickDriver();
