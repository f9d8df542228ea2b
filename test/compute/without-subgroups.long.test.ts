import './attention-paged.test.ts';
import './attention-train.test.ts';
import './int8-outputs.test.ts';
import './lora.test.ts';
import './matmul.test.ts';
import './matmul-knobs.test.ts';
import './matmul-transposed.test.ts';
import { TestDevice } from './test-device.ts';

// The same tests for the kernels of devices whose workgroups are not subgroups of 8.
TestDevice.withoutSubgroups = true;
