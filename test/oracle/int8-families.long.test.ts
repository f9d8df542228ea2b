import './int8-families.ts';

// With the kernels of CPU adapters; test/device-classes runs it with those of GPUs.
