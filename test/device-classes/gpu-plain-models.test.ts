import '../compute/matmul-half.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/mixture.test.ts';
import '../training/kept-activations.test.ts';
import '../training/policy-step.test.ts';
import '../training/trainer.test.ts';

// Training of whole models and answers of a mixture of experts with the kernels of GPUs without subgroup matrices, and
// products of f16 factors, whose kernels take long to compile with the driver that set-up unpacks: gradients against
// float64, and the same bits in any batch.
TestDevice.deviceClass = 'gpu-plain';
