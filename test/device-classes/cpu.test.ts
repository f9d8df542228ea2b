import '../compute/matmul-knobs.ts';
import { TestDevice } from '../compute/test-device.ts';

// Kernel tests of the default device class that take minutes to compile with the driver that set-up unpacks.
TestDevice.deviceClass = 'cpu';
