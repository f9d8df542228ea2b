// A Vulkan layer that tells what a driver made of each compute pipeline: the statistics of its compiler, such as
// registers and spills, and its text, such as the instructions (VK_KHR_pipeline_executable_properties). It appends them
// to the file that PIPELINE_STATISTICS names, as lines `statistic\tNAME\tVALUE` and `text\tNAME\tBYTES`, the latter
// followed by so many bytes and a new line.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "layer-link.h"

#define MOST 64

static FILE *out;
static PFN_vkCreateComputePipelines next_compute_pipelines;
static PFN_vkGetPipelineExecutablePropertiesKHR next_properties;
static PFN_vkGetPipelineExecutableStatisticsKHR next_statistics;
static PFN_vkGetPipelineExecutableInternalRepresentationsKHR next_texts;

static void write_statistics(VkDevice device, const VkPipelineExecutableInfoKHR *executable) {
  VkPipelineExecutableStatisticKHR found[MOST];
  for (int i = 0; i < MOST; i++)
    found[i] = (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
  uint32_t count = MOST;
  if (next_statistics(device, executable, &count, found) < 0) return;
  for (uint32_t i = 0; i < count; i++) {
    fprintf(out, "statistic\t%s\t", found[i].name);
    switch (found[i].format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR: fprintf(out, "%f\n", found[i].value.f64); break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: fprintf(out, "%" PRIu32 "\n", found[i].value.b32); break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: fprintf(out, "%" PRId64 "\n", found[i].value.i64); break;
    default: fprintf(out, "%" PRIu64 "\n", found[i].value.u64);
    }
  }
}

/** Asks twice: for the sizes, then for the bytes. */
static void write_texts(VkDevice device, const VkPipelineExecutableInfoKHR *executable) {
  VkPipelineExecutableInternalRepresentationKHR found[MOST];
  for (int i = 0; i < MOST; i++)
    found[i] = (VkPipelineExecutableInternalRepresentationKHR){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR};
  uint32_t count = MOST;
  if (next_texts(device, executable, &count, found) < 0) return;
  for (uint32_t i = 0; i < count; i++) found[i].pData = malloc(found[i].dataSize + 1);
  VkResult result = next_texts(device, executable, &count, found);
  for (uint32_t i = 0; i < count; i++) {
    if (result == VK_SUCCESS && found[i].isText && found[i].dataSize > 0) {
      fprintf(out, "text\t%s\t%zu\n", found[i].name, found[i].dataSize);
      fwrite(found[i].pData, 1, found[i].dataSize, out);
      fputc('\n', out);
    }
    free(found[i].pData);
  }
}

/** No cache is used: with texts of pipelines in it, NVK's cannot be read, and RADV's takes longer than compiling. */
static VkResult VKAPI_CALL cache_data(VkDevice device, VkPipelineCache cache, size_t *size, void *data) {
  (void)device, (void)cache, (void)data;
  *size = 0;
  return VK_SUCCESS;
}

static void write_pipeline(VkDevice device, VkPipeline pipeline) {
  VkPipelineInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
  VkPipelineExecutablePropertiesKHR found[MOST];
  for (int i = 0; i < MOST; i++)
    found[i] = (VkPipelineExecutablePropertiesKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
  uint32_t count = MOST;
  if (next_properties(device, &info, &count, found) < 0) return;
  for (uint32_t i = 0; i < count; i++) {
    VkPipelineExecutableInfoKHR executable = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline, .executableIndex = i};
    fprintf(out, "statistic\tsubgroup\t%" PRIu32 "\n", found[i].subgroupSize);
    write_statistics(device, &executable);
    write_texts(device, &executable);
  }
  fflush(out);
}

/** Of several at a time nothing is told; Dawn creates one. */
static VkResult VKAPI_CALL create_compute_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                    const VkComputePipelineCreateInfo *infos,
                                                    const VkAllocationCallbacks *callbacks, VkPipeline *pipelines) {
  if (out == NULL || count != 1) return next_compute_pipelines(device, cache, count, infos, callbacks, pipelines);
  VkComputePipelineCreateInfo info = *infos;
  info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR |
                VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;

  VkResult result = next_compute_pipelines(device, VK_NULL_HANDLE, 1, &info, callbacks, pipelines);
  if (result == VK_SUCCESS) write_pipeline(device, *pipelines);
  return result;
}

static PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char *name) {
  if (IS(vkGetDeviceProcAddr)) return AS(device_proc);
  if (IS(vkCreateComputePipelines)) return AS(create_compute_pipelines);
  if (IS(vkGetPipelineCacheData)) return AS(cache_data);
  return next_device_proc(device, name);
}

static VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *callbacks, VkDevice *device) {
  const char **names = malloc((info->enabledExtensionCount + 1) * sizeof *names);
  if (info->enabledExtensionCount > 0)
    memcpy(names, info->ppEnabledExtensionNames, info->enabledExtensionCount * sizeof *names);
  names[info->enabledExtensionCount] = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR feature = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
      .pNext = (void *)info->pNext,
      .pipelineExecutableInfo = VK_TRUE};
  VkDeviceCreateInfo more = *info;
  more.pNext = &feature;
  more.enabledExtensionCount += 1;
  more.ppEnabledExtensionNames = names;
  VkResult result = create_next_device(physical, info, &more, callbacks, device);
  free(names);
  if (result != VK_SUCCESS) return result;
  next_compute_pipelines = (PFN_vkCreateComputePipelines)next_device_proc(*device, "vkCreateComputePipelines");
  next_properties = (PFN_vkGetPipelineExecutablePropertiesKHR)next_device_proc(
      *device, "vkGetPipelineExecutablePropertiesKHR");
  next_statistics = (PFN_vkGetPipelineExecutableStatisticsKHR)next_device_proc(
      *device, "vkGetPipelineExecutableStatisticsKHR");
  next_texts = (PFN_vkGetPipelineExecutableInternalRepresentationsKHR)next_device_proc(
      *device, "vkGetPipelineExecutableInternalRepresentationsKHR");
  const char *path = getenv("PIPELINE_STATISTICS");
  if (path && out == NULL) out = fopen(path, "a");
  return VK_SUCCESS;
}

static PFN_vkVoidFunction VKAPI_CALL instance_proc(VkInstance of, const char *name) {
  if (IS(vkGetInstanceProcAddr)) return AS(instance_proc);
  if (IS(vkGetDeviceProcAddr)) return AS(device_proc);
  if (IS(vkCreateInstance)) return AS(create_next_instance);
  if (IS(vkCreateDevice)) return AS(create_device);
  if (IS(vkCreateComputePipelines)) return AS(create_compute_pipelines);
  return next_instance_proc ? next_instance_proc(of, name) : NULL;
}

EXPORT VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = instance_proc;
  interface->pfnGetDeviceProcAddr = device_proc;
  interface->pfnGetPhysicalDeviceProcAddr = NULL;
  return VK_SUCCESS;
}
