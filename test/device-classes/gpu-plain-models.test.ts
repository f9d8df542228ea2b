import '../compute/matmul-half.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../oracle/greedy.test.ts';
import '../oracle/int8-families.ts';
import '../training/policy-step.test.ts';
import '../training/trainer.test.ts';

// Training and greedy tokens of whole models, logits of several families in int8, and products of f16 factors, with the
// kernels of GPUs without subgroup matrices. Some kernels take long to compile with the driver that set-up unpacks.
// Gradients are compared with float64, and bits between batches.
TestDevice.deviceClass = 'gpu-plain';
