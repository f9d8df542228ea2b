// Tests of whole models, for the files that run them with the kernels of another class of devices: gradients against
// float64, the same bits in any batch, and the trainer's log-probabilities beside the sampler's.
import './own-devices.ts';
import '../inference/engine.test.ts';
import '../inference/f16-engine.test.ts';
import '../training/kept-activations.test.ts';
import '../training/policy-step.test.ts';
import '../training/trainer.test.ts';
import '../training/training-kernels.test.ts';
