import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { Device } from '../../src/compute/device.ts';
import { deviceMemory } from '../../src/worker/process/device-memory.ts';

/**
 * node bench/gpu-day/adapter.ts: prints as Markdown what Dawn reports about the adapter, and other facts that affect
 * speed.
 */
const device = await Device.open();
const { info, gpu } = device;
const { vendor, architecture, subgroupMinSize, subgroupMaxSize } = gpu.adapterInfo;
const deviceClass = Object.entries(device.class)
  .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  .join(', ');
const memory = await deviceMemory(info, console.error);
const rows: [string, string][] = [
  ['adapter and driver', info.name],
  ['vendor, architecture', `${vendor}, ${architecture}`],
  ['backend', info.backend],
  ['software', info.fallback ? 'yes' : 'no'],
  ['memory', `${(memory.bytes / 1e9).toFixed(1)} GB (${memory.source})`],
  ['subgroups', `${subgroupMinSize ?? '?'} to ${subgroupMaxSize ?? '?'} lanes`],
  ['subgroup matrices', info.matrices.map(matrixWords).join('; ') || 'none'],
  ['fault of subgroup matrices', info.matrixFault ?? 'none'],
  ['features', info.features.join(', ')],
  ['limits', limitWords(gpu.limits)],
  ['device class of the kernels', deviceClass],
  ['webgpu (Dawn)', packageVersion('webgpu')],
  ['machine', `${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0].model.trim()}, ${gibibytes()} GiB`],
  ['Node', process.version],
];
console.log(['| what | value |', '| --- | --- |', ...rows.map(([what, is]) => `| ${what} | ${is} |`)].join('\n'));
await device.destroy();

function matrixWords({ componentType, resultComponentType, M, N, K }: (typeof info.matrices)[number]): string {
  return `${componentType} to ${resultComponentType} ${M} x ${N} x ${K}`;
}

function limitWords(limits: GPUSupportedLimits): string {
  const names: string[] = [];
  for (const name in limits) names.push(name);
  const wanted = names.filter((name) => /[Ss]torageBuffer|Compute|maxBufferSize|Immediate/.test(name));
  return wanted.map((name) => `${name} ${limits[name as keyof GPUSupportedLimits]}`).join(', ');
}

function packageVersion(name: string): string {
  const manifest = join(import.meta.dirname, '../../node_modules', name, 'package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function gibibytes(): number {
  return Math.round(totalmem() / 2 ** 30);
}
