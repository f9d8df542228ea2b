/** Kernels compiled by the devices of a test file. */
export interface TestedKernels {
  file: string;
  kernels: string[];
}

/** Environment variable with the folder to which each test file writes its kernels. */
export const KERNELS_FOLDER = 'DAYBREAK_KERNELS_OF_TESTS';
