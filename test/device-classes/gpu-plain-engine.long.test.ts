import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/engine.test.ts';
import '../inference/f16-engine.ts';
import '../inference/int8-engine.test.ts';
import '../training/kept-activations.test.ts';
import '../training/training-kernels.test.ts';

// The engine with the kernels of GPUs without subgroup matrices, of which products of few rows have one for each count
// of rows and each output: the same bits in any batch, in int8 too, and the trainer's log-probabilities beside the
// sampler's. And what training compiles ahead, and keeps of activations.
TestDevice.deviceClass = 'gpu-plain';
