import '../compute/matmul-half.ts';
import { TestDevice } from '../compute/test-device.ts';
import './whole-models.ts';

// Whole models with the kernels of GPUs without subgroup matrices, and products of f16 factors, whose kernels take long
// to compile with the driver that set-up unpacks.
TestDevice.deviceClass = 'gpu-plain';
