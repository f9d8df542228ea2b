/** The kernels that the devices of a file of tests have compiled. */
export interface TestedKernels {
  file: string;
  kernels: string[];
}

/** The variable that names the folder in which each file of tests says so. */
export const KERNELS_FOLDER = 'DAYBREAK_KERNELS_OF_TESTS';
