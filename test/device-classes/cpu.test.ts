import '../compute/matmul-knobs.ts';
import { TestDevice } from '../compute/test-device.ts';

// Of the class that the other tests of kernels run with, what takes minutes to compile with the driver that set-up
// unpacks.
TestDevice.deviceClass = 'cpu';
