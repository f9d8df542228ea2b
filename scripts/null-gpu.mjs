import { newerMesa } from './newer-mesa.mjs';
import { node24 } from './node24.mjs';
import { mesaEnvironment, unpackSoftwareVulkan } from './software-vulkan.mjs';
import { layerVariables } from './vulkan-layers.mjs';

/**
 * Returns the variables with which a program finds a GPU that compiles but executes nothing: Mesa's RADV for that chip
 * family, and a layer that emulates memory and queue submission. The program runs as usual and can fork, as the server
 * does.
 *
 * @param {string} family of AMD's, as RADV spells it, e.g. navi31
 * @param {number} memoryBytes of the GPU, beyond which allocations fail
 * @returns {Promise<Record<string, string>>}
 * @throws {SetupError} if there is no C compiler, no Debian mirror, or no Debian
 */
export async function nullGpuEnvironment(family, memoryBytes = 8 * 2 ** 30) {
  await unpackSoftwareVulkan();
  return {
    ...mesaEnvironment(),
    ...(await layerVariables(['null'])),
    RADV_FORCE_FAMILY: family,
    NULL_GPU_MEMORY: String(memoryBytes),
  };
}

const amd = (id) => ({ driver: 'radeon', shim: 'amdgpu', variables: { AMDGPU_GPU_ID: id } });
const nvidia = (chipset) => ({ driver: 'nouveau', shim: 'nouveau', variables: { NOUVEAU_CHIPSET: chipset } });

/** GPUs for which Mesa 26 can compile without the hardware. */
const chips = {
  polaris10: amd('polaris10'),
  vega10: amd('vega10'),
  navi10: amd('navi10'),
  navi21: amd('navi21'),
  navi31: amd('navi31'),
  gfx1201: amd('gfx1201'),
  turing: nvidia('164'),
  ampere: nvidia('174'),
  m1: { driver: 'asahi', shim: 'asahi', variables: {} },
  adreno740: { driver: 'freedreno', shim: 'freedreno', variables: { FD_GPU_ID: '740' } },
};

/** @type {(keyof typeof chips)[]} */
export const chipNames = Object.keys(chips);

/**
 * Returns how to start Node with a GPU that compiles but executes nothing: a command with its arguments, to be followed
 * by the program, and the variables. A layer appends statistics and instructions of each compiled pipeline to a file
 * (test/null-gpu/statistics-layer.c). The program cannot fork.
 *
 * @param {keyof typeof chips} chip
 * @param {string} statistics the file
 * @returns {Promise<{ command: string[], variables: Record<string, string> }>}
 * @throws {SetupError} if there is no C compiler, no Debian mirror, or no Debian
 */
export async function nodeOnChip(chip, statistics) {
  const layers = await layerVariables(['null', 'statistics']);
  const { command, variables } = await newerMesa(chips[chip]);
  return {
    command: [...command, node24()],
    variables: {
      ...variables,
      ...chips[chip].variables,
      ...layers,
      // Memory is allocated lazily, so a large size costs nothing.
      NULL_GPU_MEMORY: String(2 ** 40),
      PIPELINE_STATISTICS: statistics,
    },
  };
}
