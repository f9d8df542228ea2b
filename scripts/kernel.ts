import { parseArgs } from 'node:util';
import { type Knobs, kernelSource } from '../src/compute/template.ts';

/**
 * npm run kernel -- matmul_transposed LANES=8 ROWS=4 WEIGHT=q4 LORA=0 ADD=0 SUBGROUP=1: prints the WGSL of a kernel
 * variant as it is compiled. src/generated/kernels.ts lists the knobs of each kernel; the error message names a missing
 * knob.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [name, ...pairs] = positionals;
const malformed = pairs.find((pair) => !/^\w+=\w+$/.test(pair));
if (name === undefined || malformed !== undefined) {
  console.error('usage: npm run kernel -- NAME KNOB=VALUE ...');
  process.exit(2);
}
const knobs: Knobs = Object.fromEntries(
  pairs.map((pair) => {
    const [knob, value] = pair.split('=');
    return [knob, /^\d+$/.test(value) ? Number(value) : value];
  }),
);
try {
  console.log(kernelSource(name, knobs));
} catch (error) {
  console.error(`kernel: ${(error as Error).message}`);
  process.exit(1);
}
