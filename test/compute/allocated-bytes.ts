import type { Device } from '../../src/compute/device.ts';

/** Bytes of the live buffers now, and their peak since counting began. */
export interface AllocatedBytes {
  now: number;
  most: number;
}

/** Counts the bytes of all buffers that the device creates and destroys from now on. */
export function countAllocated(device: Device): AllocatedBytes {
  const count: AllocatedBytes = { now: 0, most: 0 };
  const create = device.gpu.createBuffer.bind(device.gpu);
  device.gpu.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    count.now += descriptor.size;
    count.most = Math.max(count.most, count.now);
    const destroy = buffer.destroy.bind(buffer);
    let isThere = true;
    buffer.destroy = () => {
      if (isThere) count.now -= descriptor.size;
      isThere = false;
      return destroy();
    };
    return buffer;
  };
  return count;
}
