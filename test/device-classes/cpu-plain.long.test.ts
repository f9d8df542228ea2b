import './every-kernel.ts';
import { TestDevice } from '../compute/test-device.ts';

// Every test of a kernel, for the kernels of software Vulkan whose subgroups are not of 8.
TestDevice.deviceClass = 'cpu-plain';
