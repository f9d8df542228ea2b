import type { PipelineStatistics } from './pipeline-statistics.ts';

/** Figures of a compiled kernel; those that the driver does not report are absent. */
export interface KernelFigures {
  /** Vector registers of a lane. */
  registers: number;
  /** Occupancy: subgroups that a core holds at a time, or lanes on Apple chips. */
  waves: number;
  /** Registers spilled to memory. */
  spilled: number;
  /** Bytes of private memory of a lane (on AMD, of a subgroup): spills, and arrays indexed at run time. */
  scratch: number;
  /** Scalar registers of a subgroup spilled to vector registers. */
  moved?: number;
  /** Bytes of workgroup memory. */
  shared?: number;
  /** Percentage of bytes loaded from buffers that come in 16-byte loads; each load instruction counts once. */
  wide?: number;
}

/** The drivers' names of the figures: RADV, NVK, Honeykrisp, Turnip. */
const NAMES: Record<keyof Omit<KernelFigures, 'wide'>, readonly string[]> = {
  registers: ['VGPRs', 'Number of GPRs', 'GPRs', 'Registers used'],
  waves: ['Subgroups per SIMD', 'Max warps/SM', 'Threads', 'Max Waves Per Core'],
  spilled: ['Spilled VGPRs', 'Spills to memory', 'Spills', 'STP Count'],
  scratch: ['Scratch size', 'SLM size', 'Scratch', 'Private memory size'],
  moved: ['Spilled SGPRs', 'Spills to reg'],
  shared: ['LDS size'],
};

/** Returns the figures of a pipeline. Throws if the driver reports no registers. */
export function figuresOf({ numbers, texts }: PipelineStatistics): KernelFigures {
  const figure = (name: keyof typeof NAMES) => NAMES[name].map((own) => numbers[own]).find((n) => n !== undefined);
  const registers = figure('registers');
  if (registers === undefined) throw new Error(`no registers in ${JSON.stringify(numbers)}`);
  return {
    registers,
    waves: figure('waves') ?? 0,
    spilled: figure('spilled') ?? 0,
    scratch: figure('scratch') ?? 0,
    moved: figure('moved'),
    shared: figure('shared'),
    wide: wideShare(texts),
  };
}

/** Patterns of buffer loads in RADV's and NVK's assembly, which capture the loaded type. */
const LOADS = { Assembly: /\b(?:buffer|global)_load_(\w+)/g, 'NAK assembly': /\bld\.global\.[\w.]*?\b(b\d+)\b/g };

function wideShare(texts: PipelineStatistics['texts']): number | undefined {
  let wide = 0;
  let all = 0;
  for (const [name, loads] of Object.entries(LOADS)) {
    for (const [, what] of (texts[name] ?? '').matchAll(loads)) {
      const bytes = loadedBytes(what);
      all += bytes;
      if (bytes === 16) wide += bytes;
    }
  }
  return all === 0 ? undefined : Math.floor((100 * wide) / all);
}

/** Returns the bytes of a load: `b128` since RDNA 3 and on NVIDIA, `dwordx4` before, `u8` or `sshort` below a word. */
function loadedBytes(what: string): number {
  const bits = /^b(\d+)$/.exec(what);
  if (bits) return Number(bits[1]) / 8;
  const words = /^dword(?:x(\d))?$/.exec(what);
  if (words) return 4 * Number(words[1] ?? 1);
  return /8|byte/.test(what) ? 1 : 2;
}
