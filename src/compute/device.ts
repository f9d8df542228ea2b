import { create, globals } from 'webgpu';
import { DEVICE_CLASSES, type DeviceClass, type DeviceClassName, deviceClassOf } from './device-class.ts';
import { spreadDriverThreads } from './driver-threads.ts';
import { DeviceLostError, DeviceOutOfMemoryError, NoAdapterError } from './errors.ts';
import { KernelCache } from './kernel.ts';
import { KernelTimes } from './kernel-times.ts';
import { matrixFault } from './matrix-check.ts';
import {
  type MatrixProduct,
  type MatrixShape,
  matrixProducts,
  matrixShapeOf,
  SUBGROUP_MATRIX,
} from './subgroup-matrix.ts';
import { Tuning } from './tuning.ts';
import { SleepingWaiter } from './wait.ts';

Object.assign(globalThis, globals);

/** Kept for the life of the process: Dawn crashes at exit if its instance was garbage-collected (npm webgpu 0.6.2). */
let instance: GPU | undefined;

/** Dawn's backend by platform, which the package does not report (npm webgpu 0.6.2). Others use Vulkan. */
const BACKENDS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'metal', win32: 'd3d12' };

const TOGGLES = [
  'allow_unsafe_apis',
  'use_vulkan_memory_model',
  'vulkan_enable_f16_on_nvidia',
  'disable_workgroup_init',
];

/** Disabled feature: it rounds timestamps to 65.5 us, longer than most dispatches of a GPU. */
const UNWANTED_TOGGLES = ['timestamp_quantization'];

export interface DeviceInfo {
  /** Name that the driver reports, e.g. `llvmpipe (LLVM 15.0.6, 256 bits)`. */
  name: string;
  vendor: string;
  backend: string;
  /** True for software Vulkan on the CPU. */
  fallback: boolean;
  features: string[];
  /** Subgroup matrix configurations of the adapter. */
  matrices: MatrixProduct[];
  /** Why subgroup matrices are not used although the adapter has a suitable configuration. */
  matrixFault?: string;
}

interface OpenOptions {
  deviceClass?: DeviceClassName;
  checked?: boolean;
}

/** One GPU device with its kernels. One thread owns it and destroys it explicitly before the process ends. */
export class Device {
  readonly gpu: GPUDevice;
  readonly info: DeviceInfo;
  readonly class: DeviceClass;
  /** Subgroup matrix configuration that kernels use; undefined unless the class is `gpu-matrix`. */
  readonly matrix: MatrixShape | undefined;
  readonly kernels: KernelCache;
  readonly times: KernelTimes;
  /** Values of knobs that change no result: shipped defaults, unless `useTuning` has loaded this machine's values. */
  readonly tuning = new Tuning();
  readonly waiter: SleepingWaiter;
  readonly #className: DeviceClassName;
  #lost: string | undefined;
  #failure: Error | undefined;

  private constructor(gpu: GPUDevice, info: DeviceInfo, className: DeviceClassName, matrix: MatrixShape | undefined) {
    const deviceClass = DEVICE_CLASSES[className];
    this.gpu = gpu;
    this.info = info;
    this.#className = className;
    this.class = deviceClass;
    this.matrix = deviceClass.matrices ? matrix : undefined;
    this.kernels = new KernelCache(gpu);
    this.times = new KernelTimes(deviceClass.rates);
    this.waiter = new SleepingWaiter(gpu.queue, info.fallback);
    gpu.lost.then((reason) => {
      this.#lost = reason.message || reason.reason;
    });
    gpu.addEventListener('uncapturederror', (event) => {
      const { error } = event as GPUUncapturedErrorEvent;
      const outOfMemory = error instanceof GPUOutOfMemoryError;
      this.#failure ??= outOfMemory ? new DeviceOutOfMemoryError(error.message) : new Error(error.message);
    });
  }

  /**
   * Opens the best adapter: a GPU if there is one, otherwise software Vulkan. `deviceClass` overrides the adapter's
   * class, to test the kernels of another class. `checked`: tests subgroup matrices and disables them if their products
   * are wrong. Throws NoAdapterError if Dawn accepts no adapter.
   */
  static async open({ deviceClass, checked = true }: OpenOptions = {}): Promise<Device> {
    instance ??= create([
      `enable-dawn-features=${TOGGLES.join(',')}`,
      `disable-dawn-features=${UNWANTED_TOGGLES.join(',')}`,
    ]);
    const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null) {
      throw new NoAdapterError(
        'no usable Vulkan, Metal or D3D12 adapter was found; `npm run setup` installs a software driver',
      );
    }
    const wanted = [
      'subgroups',
      'subgroup-size-control',
      'shader-f16',
      'timestamp-query',
      SUBGROUP_MATRIX,
    ] as GPUFeatureName[];
    const { limits } = adapter;
    const gpu = await adapter.requestDevice({
      requiredFeatures: wanted.filter((feature) => adapter.features.has(feature)),
      requiredLimits: {
        maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
        maxBufferSize: limits.maxBufferSize,
        maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
        maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
        maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
        maxImmediateSize: 64,
      } as Record<string, number>,
    });
    const { info } = adapter;
    if (info.isFallbackAdapter) await spreadDriverThreads();
    const deviceInfo: DeviceInfo = {
      name: info.description || info.device || 'unknown',
      vendor: info.vendor,
      backend: (info as { backendType?: string }).backendType ?? BACKENDS[process.platform] ?? 'vulkan',
      fallback: info.isFallbackAdapter,
      features: [...gpu.features].sort(),
      matrices: gpu.features.has(SUBGROUP_MATRIX as GPUFeatureName) ? matrixProducts(info) : [],
    };
    const matrix = matrixShapeOf(gpu, deviceInfo.matrices);
    let name = deviceClass ?? deviceClassOf(gpu, { fallback: info.isFallbackAdapter, matrix });
    if (checked && name === 'gpu-matrix' && matrix) {
      deviceInfo.matrixFault = await matrixFault(gpu, matrix);
      if (deviceInfo.matrixFault !== undefined) name = 'gpu-plain';
    }
    return new Device(gpu, deviceInfo, name, matrix);
  }

  /** Opens a second device on the same adapter, with the same class and its own queue. Throws NoAdapterError. */
  openAnother(): Promise<Device> {
    return Device.open({ deviceClass: this.#className, checked: false });
  }

  /** Size limit of one buffer binding in bytes. */
  get maxBindingBytes(): number {
    return Math.min(this.gpu.limits.maxStorageBufferBindingSize, this.gpu.limits.maxBufferSize);
  }

  /** Throws DeviceLostError, DeviceOutOfMemoryError or the first validation error since the last call. */
  check(): void {
    if (this.#lost !== undefined) throw new DeviceLostError(`the GPU device was lost: ${this.#lost}`);
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure;
  }

  async destroy(): Promise<void> {
    this.gpu.destroy();
    await this.gpu.lost;
  }
}
