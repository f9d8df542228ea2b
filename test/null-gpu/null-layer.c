// A Vulkan layer that turns a driver without a device into a GPU that executes nothing. Drivers such as RADV under
// RADV_FORCE_FAMILY compile every pipeline for the GPU that they are told to be, but have no memory and no queue. Here
// memory is the process's own, command buffers stay empty, and submits are done at once. What a program reads back is
// what it uploaded by mapping, else zeros.
//
// NULL_GPU_MEMORY is the size of the only heap in bytes; allocations beyond it fail as a GPU's do.
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "layer-link.h"

#define PAGE 4096

static PFN_vkGetBufferMemoryRequirements next_buffer_requirements;
static PFN_vkGetBufferMemoryRequirements2 next_buffer_requirements_2;
static PFN_vkGetDeviceBufferMemoryRequirements next_device_requirements;
static _Atomic uint64_t allocated;

static void nothing(void) {}
static VkResult success(void) { return VK_SUCCESS; }

// One heap, of one type that is both the device's own and mapped.

static uint64_t heap_bytes(void) {
  const char *bytes = getenv("NULL_GPU_MEMORY");
  return bytes ? strtoull(bytes, NULL, 10) : 8ull << 30;
}

static void describe_memory(VkPhysicalDeviceMemoryProperties *memory) {
  memory->memoryHeapCount = memory->memoryTypeCount = 1;
  memory->memoryHeaps[0] = (VkMemoryHeap){heap_bytes(), VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
  memory->memoryTypes[0] = (VkMemoryType){
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
          VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
      0};
}

static void VKAPI_CALL memory_properties(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties *memory) {
  (void)physical;
  describe_memory(memory);
}

static void VKAPI_CALL memory_properties_2(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties2 *memory) {
  (void)physical;
  describe_memory(&memory->memoryProperties);
}

static void VKAPI_CALL buffer_requirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements *wanted) {
  next_buffer_requirements(device, buffer, wanted);
  wanted->memoryTypeBits = 1;
}

static void VKAPI_CALL buffer_requirements_2(VkDevice device, const VkBufferMemoryRequirementsInfo2 *info,
                                             VkMemoryRequirements2 *wanted) {
  next_buffer_requirements_2(device, info, wanted);
  wanted->memoryRequirements.memoryTypeBits = 1;
}

static void VKAPI_CALL device_requirements(VkDevice device, const VkDeviceBufferMemoryRequirements *info,
                                           VkMemoryRequirements2 *wanted) {
  next_device_requirements(device, info, wanted);
  wanted->memoryRequirements.memoryTypeBits = 1;
}

// Memory is mapped without reserve, so that gigabytes that nobody touches cost nothing. Its first page holds its size.

static VkResult VKAPI_CALL allocate_memory(VkDevice device, const VkMemoryAllocateInfo *info,
                                           const VkAllocationCallbacks *callbacks, VkDeviceMemory *memory) {
  (void)device, (void)callbacks;
  if ((allocated += info->allocationSize) <= heap_bytes()) {
    uint64_t *block = mmap(NULL, info->allocationSize + PAGE, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block != MAP_FAILED) {
      *block = info->allocationSize;
      *memory = (VkDeviceMemory)block;
      return VK_SUCCESS;
    }
  }
  allocated -= info->allocationSize;
  return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks *callbacks) {
  (void)device, (void)callbacks;
  uint64_t *block = (uint64_t *)memory;
  if (block == NULL) return;
  allocated -= *block;
  munmap(block, *block + PAGE);
}

static VkResult VKAPI_CALL map_memory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                                      VkMemoryMapFlags flags, void **data) {
  (void)device, (void)size, (void)flags;
  *data = (char *)memory + PAGE + offset;
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL create_fence(VkDevice device, const VkFenceCreateInfo *info,
                                        const VkAllocationCallbacks *callbacks, VkFence *fence) {
  (void)device, (void)info, (void)callbacks;
  *fence = (VkFence)1;
  return VK_SUCCESS;
}

/** What stands in for a function of the device, or NULL where the driver's own does. */
static PFN_vkVoidFunction replacement(const char *name) {
  static const char *const done[] = {
      "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkResetCommandBuffer", "vkResetCommandPool", "vkQueueSubmit",
      "vkQueueSubmit2", "vkQueueSubmit2KHR", "vkQueueWaitIdle", "vkDeviceWaitIdle", "vkBindBufferMemory",
      "vkBindBufferMemory2", "vkFlushMappedMemoryRanges", "vkInvalidateMappedMemoryRanges", "vkGetFenceStatus",
      "vkWaitForFences", "vkResetFences"};
  for (size_t i = 0; i < sizeof done / sizeof *done; i++)
    if (strcmp(name, done[i]) == 0) return AS(success);
  if (strncmp(name, "vkCmd", 5) == 0) return AS(nothing);
  if (IS(vkUnmapMemory) || IS(vkUpdateDescriptorSets) || IS(vkDestroyFence)) return AS(nothing);
  if (IS(vkAllocateMemory)) return AS(allocate_memory);
  if (IS(vkFreeMemory)) return AS(free_memory);
  if (IS(vkMapMemory)) return AS(map_memory);
  if (IS(vkCreateFence)) return AS(create_fence);
  if (IS(vkGetBufferMemoryRequirements)) return AS(buffer_requirements);
  if (IS(vkGetBufferMemoryRequirements2)) return AS(buffer_requirements_2);
  if (IS(vkGetDeviceBufferMemoryRequirements)) return AS(device_requirements);
  return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char *name) {
  if (IS(vkGetDeviceProcAddr)) return AS(device_proc);
  PFN_vkVoidFunction function = replacement(name);
  return function ? function : next_device_proc(device, name);
}

static VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *callbacks, VkDevice *device) {
  VkResult result = create_next_device(physical, info, info, callbacks, device);
  if (result != VK_SUCCESS) return result;
  next_buffer_requirements =
      (PFN_vkGetBufferMemoryRequirements)next_device_proc(*device, "vkGetBufferMemoryRequirements");
  next_buffer_requirements_2 =
      (PFN_vkGetBufferMemoryRequirements2)next_device_proc(*device, "vkGetBufferMemoryRequirements2");
  next_device_requirements =
      (PFN_vkGetDeviceBufferMemoryRequirements)next_device_proc(*device, "vkGetDeviceBufferMemoryRequirements");
  return VK_SUCCESS;
}

static PFN_vkVoidFunction VKAPI_CALL instance_proc(VkInstance of, const char *name) {
  if (IS(vkGetInstanceProcAddr)) return AS(instance_proc);
  if (IS(vkGetDeviceProcAddr)) return AS(device_proc);
  if (IS(vkCreateInstance)) return AS(create_next_instance);
  if (IS(vkCreateDevice)) return AS(create_device);
  if (IS(vkGetPhysicalDeviceMemoryProperties)) return AS(memory_properties);
  if (IS(vkGetPhysicalDeviceMemoryProperties2) || IS(vkGetPhysicalDeviceMemoryProperties2KHR))
    return AS(memory_properties_2);
  PFN_vkVoidFunction function = replacement(name);
  if (function) return function;
  return next_instance_proc ? next_instance_proc(of, name) : NULL;
}

EXPORT VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = instance_proc;
  interface->pfnGetDeviceProcAddr = device_proc;
  interface->pfnGetPhysicalDeviceProcAddr = NULL;
  return VK_SUCCESS;
}
