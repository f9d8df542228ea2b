import { writeFileSync } from 'node:fs';

/**
 * Vitest reporter that writes how long each file took, including its imports and set-up, which the JSON reporter omits.
 * `DAYBREAK_TEST_TIMES` is the path. On SIGTERM it prints the files that were running, to identify a file that hangs.
 */
export default class TimesReporter {
  files = [];
  #running = new Map();

  onTestRunStart() {
    process.prependOnceListener('SIGTERM', () => {
      const now = performance.now();
      for (const [file, start] of this.#running) {
        console.error(`terminated; running for ${((now - start) / 1000).toFixed(0)} s: ${file}`);
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
