import type { PipelineStatistics } from './pipeline-statistics.ts';

/** What a compiler made of a kernel; what a driver does not tell is left out. */
export interface KernelFigures {
  /** Vector registers of a lane. */
  registers: number;
  /** How many subgroups a core holds at a time; on Apple's, how many lanes. */
  waves: number;
  /** Registers that were spilled to memory. */
  spilled: number;
  /** Bytes of memory of a lane's own, on AMD of a subgroup's: spills, and arrays that are indexed at run time. */
  scratch: number;
  /** Registers of a subgroup that were spilled to those of its lanes. */
  moved?: number;
  /** Bytes of workgroup memory. */
  shared?: number;
  /** Per cent of the bytes that its loads from buffers name, each load counted once, which come 16 at a time. */
  wide?: number;
}

/** The drivers' names for them: RADV, NVK, Honeykrisp, Turnip. */
const NAMES: Record<keyof Omit<KernelFigures, 'wide'>, readonly string[]> = {
  registers: ['VGPRs', 'Number of GPRs', 'GPRs', 'Registers used'],
  waves: ['Subgroups per SIMD', 'Max warps/SM', 'Threads', 'Max Waves Per Core'],
  spilled: ['Spilled VGPRs', 'Spills to memory', 'Spills', 'STP Count'],
  scratch: ['Scratch size', 'SLM size', 'Scratch', 'Private memory size'],
  moved: ['Spilled SGPRs', 'Spills to reg'],
  shared: ['LDS size'],
};

/** Throws where the driver tells no registers. */
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

/** Loads from buffers in RADV's and in NVK's instructions, with what they load. */
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

/** `b128` since RDNA 3 and on NVIDIA, `dwordx4` before; `u8`, `sshort` and such load less than a word. */
function loadedBytes(what: string): number {
  const bits = /^b(\d+)$/.exec(what);
  if (bits) return Number(bits[1]) / 8;
  const words = /^dword(?:x(\d))?$/.exec(what);
  if (words) return 4 * Number(words[1] ?? 1);
  return /8|byte/.test(what) ? 1 : 2;
}
