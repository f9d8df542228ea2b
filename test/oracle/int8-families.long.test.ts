import './int8-families.ts';

// By the kernels of CPU adapters; test/device-classes has it by those of GPUs.
