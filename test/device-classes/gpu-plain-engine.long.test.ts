import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/engine.test.ts';
import '../inference/f16-engine.ts';
import '../inference/int8-engine.test.ts';
import '../inference/mixture.test.ts';
import '../training/kept-activations.test.ts';
import '../training/training-kernels.test.ts';

// The engine with the kernels of GPUs without subgroup matrices, whose products of few rows have a kernel for each row
// count and output: the same bits in any batch, in int8 too, and the trainer's log-probabilities compared with the
// sampler's. Also a mixture of experts, the kernels that training compiles ahead, and the activations that it keeps.
TestDevice.deviceClass = 'gpu-plain';
