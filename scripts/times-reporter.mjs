import { writeFileSync } from 'node:fs';

/**
 * Vitest reporter: writes how long each file took, the making of what it imports and sets up included, which the JSON
 * reporter leaves out. The path is in `DAYBREAK_TEST_TIMES`. A run that is told to end says which files were at work,
 * so that a file that hangs is known by name.
 */
export default class TimesReporter {
  files = [];
  #running = new Map();

  onTestRunStart() {
    process.prependOnceListener('SIGTERM', () => {
      const now = performance.now();
      for (const [file, start] of this.#running) {
        console.error(`told to end; at work for ${((now - start) / 1000).toFixed(0)} s: ${file}`);
      }
      this.onTestRunEnd();
    });
  }

  onTestModuleQueued(testModule) {
    this.#running.set(testModule.moduleId, performance.now());
  }

  onTestModuleEnd(testModule) {
    this.#running.delete(testModule.moduleId);
    const { collectDuration, setupDuration, prepareDuration, duration } = testModule.diagnostic();
    const seconds = (collectDuration + setupDuration + prepareDuration + duration) / 1000;
    this.files.push({ file: testModule.moduleId, seconds, tests: [...testModule.children.allTests()].length });
  }

  onTestRunEnd() {
    writeFileSync(process.env.DAYBREAK_TEST_TIMES, JSON.stringify(this.files));
  }
}
