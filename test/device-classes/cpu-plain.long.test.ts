import './every-kernel.ts';
import { TestDevice } from '../compute/test-device.ts';

// Every kernel test, with the kernels for software Vulkan devices whose subgroups do not have 8 lanes.
TestDevice.deviceClass = 'cpu-plain';
