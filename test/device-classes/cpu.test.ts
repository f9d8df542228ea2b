import '../compute/matmul-knobs.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../oracle/int8-families.ts';

// Of the class that the other tests of kernels and models run with, what takes minutes to compile with the driver that
// set-up unpacks.
TestDevice.deviceClass = 'cpu';
