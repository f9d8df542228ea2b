import { nullGpuEnvironment } from '../../scripts/null-gpu.mjs';
import { SetupError } from '../../scripts/run.mjs';

/** The variables of a null GPU, or undefined where one cannot be had, which in CI is a failure. */
export async function nullGpu(family: string, memoryBytes?: number): Promise<Record<string, string> | undefined> {
  try {
    return await nullGpuEnvironment(family, memoryBytes);
  } catch (error) {
    if (process.env.CI || !(error instanceof SetupError)) throw error;
    console.warn(`null GPU: skipped, ${error.message}`);
    return undefined;
  }
}
