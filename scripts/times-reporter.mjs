import { writeFileSync } from 'node:fs';

/**
 * Vitest reporter: writes how long each file took, the making of what it imports and sets up included, which the JSON
 * reporter leaves out. The path is in `DAYBREAK_TEST_TIMES`.
 */
export default class TimesReporter {
  files = [];

  onTestModuleEnd(testModule) {
    const { collectDuration, setupDuration, prepareDuration, duration } = testModule.diagnostic();
    const seconds = (collectDuration + setupDuration + prepareDuration + duration) / 1000;
    this.files.push({ file: testModule.moduleId, seconds, tests: [...testModule.children.allTests()].length });
  }

  onTestRunEnd() {
    writeFileSync(process.env.DAYBREAK_TEST_TIMES, JSON.stringify(this.files));
  }
}
