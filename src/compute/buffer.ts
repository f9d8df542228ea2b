import type { Device } from './device.ts';
import { DeviceOutOfMemoryError } from './errors.ts';

/** A buffer in device memory. `id` is unique for the life of the process, so bind groups can be keyed by it. */
export interface DeviceBuffer {
  readonly id: number;
  readonly gpu: GPUBuffer;
  readonly bytes: number;
}

let nextId = 1;

const STORAGE_COPY = 0x80 | 0x04 | 0x08; // STORAGE | COPY_SRC | COPY_DST
const READ_BACK = 0x01 | 0x08; // MAP_READ | COPY_DST

/** Allocates `bytes` of zeroed storage. Throws DeviceOutOfMemoryError, whose message begins with `label`. */
export async function allocate(device: Device, bytes: number, label: string): Promise<DeviceBuffer> {
  const size = Math.max(16, Math.ceil(bytes / 4) * 4);
  // Kernels bind whole buffers, so a buffer larger than one binding is useless.
  if (size > device.maxBindingBytes) {
    throw new DeviceOutOfMemoryError(
      `${label}: ${size} bytes in one buffer, but this adapter can bind at most ${device.maxBindingBytes}`,
    );
  }
  device.gpu.pushErrorScope('out-of-memory');
  const gpu = device.gpu.createBuffer({ label, size, usage: STORAGE_COPY });
  const error = await device.gpu.popErrorScope();
  if (error) {
    gpu.destroy();
    throw new DeviceOutOfMemoryError(`${label}: no device memory for ${size} bytes`);
  }
  return { id: nextId++, gpu, bytes: size };
}

/**
 * Uploads in slabs, so that no second copy of a large tensor is held. Lengths are multiples of 4 bytes. Dawn receives
 * the ArrayBuffer, never the view: a Float16Array ends the process (npm webgpu 0.6.2).
 */
export function upload(device: Device, target: DeviceBuffer, data: ArrayBufferView, byteOffset = 0): void {
  const slab = 16 * 2 ** 20;
  for (let at = 0; at < data.byteLength; at += slab) {
    const count = Math.min(slab, data.byteLength - at);
    device.gpu.queue.writeBuffer(target.gpu, byteOffset + at, data.buffer as ArrayBuffer, data.byteOffset + at, count);
  }
}

/**
 * Allocates zeroed storage synchronously, for code that must not await. `Device.check` reports a lack of memory later.
 */
export function allocateAtOnce(device: Device, bytes: number, label: string): DeviceBuffer {
  const size = Math.max(16, Math.ceil(bytes / 4) * 4);
  return { id: nextId++, gpu: device.gpu.createBuffer({ label, size, usage: STORAGE_COPY }), bytes: size };
}

/** Allocates a buffer that holds `data`. */
export async function allocateWith(device: Device, data: ArrayBufferView, label: string): Promise<DeviceBuffer> {
  const buffer = await allocate(device, data.byteLength, label);
  upload(device, buffer, data);
  return buffer;
}

/** Reads bytes back after all submitted work is done. */
export async function download(
  device: Device,
  source: DeviceBuffer,
  byteOffset = 0,
  bytes = source.bytes - byteOffset,
): Promise<ArrayBuffer> {
  const staging = device.gpu.createBuffer({ size: bytes, usage: READ_BACK });
  const encoder = device.gpu.createCommandEncoder();
  encoder.copyBufferToBuffer(source.gpu, byteOffset, staging, 0, bytes);
  device.gpu.queue.submit([encoder.finish()]);
  try {
    await staging.mapAsync(0x01);
    return staging.getMappedRange().slice(0);
  } catch (error) {
    device.check();
    throw error;
  } finally {
    staging.destroy();
  }
}

/** Allocates a buffer that the host can map: the target of copies recorded at the end of a step. */
export function allocateStaging(device: Device, bytes: number): DeviceBuffer {
  const size = Math.ceil(bytes / 4) * 4;
  return { id: nextId++, gpu: device.gpu.createBuffer({ label: 'staging', size, usage: READ_BACK }), bytes: size };
}

/** Copies out the first `bytes` of a staging buffer once the work that fills it is done. */
export async function readStaging(device: Device, staging: DeviceBuffer, bytes: number): Promise<ArrayBuffer> {
  try {
    await staging.gpu.mapAsync(0x01, 0, bytes);
    return staging.gpu.getMappedRange(0, bytes).slice(0);
  } catch (error) {
    device.check();
    throw error;
  } finally {
    staging.gpu.unmap();
  }
}
