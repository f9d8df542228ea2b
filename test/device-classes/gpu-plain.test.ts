import './every-kernel.ts';
import '../compute/attention-prefixes.ts';
import '../compute/attention-projection.ts';
import '../compute/attention-rope.ts';
import '../compute/low-rank-parts.ts';
import '../compute/products-of-few-rows.ts';
import { TestDevice } from '../compute/test-device.ts';

// Every kernel test, with the kernels of GPUs without subgroups.
TestDevice.deviceClass = 'gpu-plain';
