import '../compute/matmul-half.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/mixture.test.ts';
import '../oracle/greedy.test.ts';
import '../oracle/int8-families.ts';
import '../training/policy-step.test.ts';
import '../training/trainer.test.ts';

// Training of whole models, their greedy tokens, answers of a mixture of experts, logits of several families in int8
// and products of f16 factors with the kernels of GPUs without subgroup matrices, some of which take long to compile
// with the driver that set-up unpacks: gradients against float64, and the same bits in any batch.
TestDevice.deviceClass = 'gpu-plain';
