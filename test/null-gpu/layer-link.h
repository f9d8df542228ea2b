// What a Vulkan layer does to be one: it takes the next layer's functions out of what the loader hands it, and creates
// instance and device by them. To be included once.
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define EXPORT __attribute__((visibility("default")))
#define IS(function) (strcmp(name, #function) == 0)
#define AS(function) ((PFN_vkVoidFunction)(function))

static VkInstance instance;
static PFN_vkGetInstanceProcAddr next_instance_proc;
static PFN_vkGetDeviceProcAddr next_device_proc;

/** Creates the instance, sets `next_instance_proc` and, on success, `instance`. */
static VkResult VKAPI_CALL create_next_instance(const VkInstanceCreateInfo *info,
                                                const VkAllocationCallbacks *callbacks, VkInstance *created) {
  VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
  while (link &&
         !(link->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO && link->function == VK_LAYER_LINK_INFO))
    link = (VkLayerInstanceCreateInfo *)link->pNext;
  if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
  next_instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  VkResult result = ((PFN_vkCreateInstance)next_instance_proc(NULL, "vkCreateInstance"))(info, callbacks, created);
  if (result == VK_SUCCESS) instance = *created;
  return result;
}

/** Creates the device of `made`, which is `info` or asks for more, and sets `next_device_proc`. */
static VkResult create_next_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkDeviceCreateInfo *made, const VkAllocationCallbacks *callbacks,
                                   VkDevice *device) {
  VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)info->pNext;
  while (link && !(link->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO && link->function == VK_LAYER_LINK_INFO))
    link = (VkLayerDeviceCreateInfo *)link->pNext;
  if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
  next_device_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  PFN_vkCreateDevice create =
      (PFN_vkCreateDevice)link->u.pLayerInfo->pfnNextGetInstanceProcAddr(instance, "vkCreateDevice");
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return create(physical, made, callbacks, device);
}
