import './adamw.test.ts';
import './attention-paged.test.ts';
import './attention-train.test.ts';
import './carry.test.ts';
import './copy-pages.test.ts';
import './cross-entropy.test.ts';
import './edit-logits.test.ts';
import './embedding.test.ts';
import './gather.test.ts';
import './int8-outputs.test.ts';
import './lora.test.ts';
import './matmul-int8.test.ts';
import './matmul-knobs.test.ts';
import './matmul-transposed.test.ts';
import './matmul.test.ts';
import './rmsnorm.test.ts';
import './rope.test.ts';
import './sample.test.ts';
import './score-tokens.test.ts';
import './swiglu.test.ts';
import './top-logprobs.test.ts';
import { TestDevice } from './test-device.ts';

// Every test of a kernel, for the kernels of GPUs without subgroups.
TestDevice.deviceClass = 'gpu-plain';
