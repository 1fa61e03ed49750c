// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Launches, attributes of kernels, occupancy.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/runtime/clusters.hpp"
#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/cudart/process.hpp"
#include "forewarp/runtime/launch_attribute.hpp"
#include "forewarp/runtime/occupancy.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Kernel;
using runtime::Session;
using runtime::Status;

namespace {

/// The configuration between <<< and >>>: pushed by the caller, popped by the generated stub of the kernel.
struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

launch::Dim3 shape(dim3 d) { return {d.x, d.y, d.z}; }

std::vector<std::vector<std::byte>> argument_bytes(const Kernel& kernel, void** arguments) {
  std::vector<std::vector<std::byte>> out;
  std::size_t i = 0;
  for (const ptx::Variable& parameter : kernel.function->parameters) {
    if (!arguments || !arguments[i]) throw CallFailed(Status::invalid_value, "a launch without its arguments");
    const auto* bytes = static_cast<const std::byte*>(arguments[i++]);
    out.emplace_back(bytes, bytes + parameter.bytes());
  }
  return out;
}

Configuration configuration_of(const cudaLaunchConfig_t& c) {
  return {c.gridDim, c.blockDim, c.dynamicSmemBytes, c.stream};
}

/// Attributes have one layout in both APIs.
std::span<const runtime::LaunchAttribute> attributes_of(const cudaLaunchConfig_t& c) {
  static_assert(sizeof(cudaLaunchAttribute) == sizeof(runtime::LaunchAttribute));
  return {reinterpret_cast<const runtime::LaunchAttribute*>(c.attrs), c.numAttrs};
}

runtime::LaunchRequest request_without_arguments(Session& session, const void* function, const cudaLaunchConfig_t& c) {
  runtime::LaunchRequest request{.kernel = &process().kernel_at(session, function),
                                 .grid = shape(c.gridDim),
                                 .block = shape(c.blockDim),
                                 .dynamic_shared_bytes = c.dynamicSmemBytes,
                                 .arguments = {}};
  for (const runtime::LaunchAttribute& a : attributes_of(c)) runtime::apply(a, request);
  return request;
}

cudaError_t launch_kernel(const char* name, const void* function, const Configuration& c, void** arguments,
                          bool cooperative, std::span<const runtime::LaunchAttribute> attributes = {}) {
  return call(
      name,
      [&](Session& session) {
        Kernel& kernel = process().kernel_at(session, function);
        const Target target = target_of(session, c.stream);
        if (target.gpu != current_gpu())
          throw CallFailed(Status::invalid_handle, "a launch to a stream of another device than the current one");
        runtime::LaunchRequest request{.kernel = &kernel,
                                       .grid = shape(c.grid),
                                       .block = shape(c.block),
                                       .dynamic_shared_bytes = c.shared_bytes,
                                       .arguments = argument_bytes(kernel, arguments),
                                       .cooperative = cooperative};
        for (const runtime::LaunchAttribute& a : attributes) runtime::apply(a, request);
        session.launch(target.gpu, target.stream, std::move(request));
      },
      Waiting::no);
}

}  // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, CUstream_st* stream) {
  configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  if (configurations().empty()) return last_error() = cudaErrorMissingConfiguration;
  const Configuration c = configurations().back();
  configurations().pop_back();
  *grid = c.grid;
  *block = c.block;
  *shared_bytes = c.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = c.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                             cudaStream_t stream) {
  return launch_kernel("cudaLaunchKernel", function, {grid, block, shared_bytes, stream}, arguments, false);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  if (!config) return last_error() = cudaErrorInvalidValue;
  return launch_kernel("cudaLaunchKernelExC", function, configuration_of(*config), arguments, false,
                       attributes_of(*config));
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config) {
  return call("cudaOccupancyMaxActiveClusters", [&](Session& session) {
    if (!clusters || !config) throw CallFailed(Status::invalid_value);
    *clusters = runtime::resident_clusters(session, request_without_arguments(session, function, *config));
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const cudaLaunchConfig_t* config) {
  return call("cudaOccupancyMaxPotentialClusterSize", [&](Session& session) {
    if (!size || !config) throw CallFailed(Status::invalid_value);
    *size = runtime::largest_cluster(session, request_without_arguments(session, function, *config));
  });
}

/// What CUDA 13's compiler calls in place of cudaLaunchKernel: the handle is the host's address here.
cudaError_t __cudaGetKernel(const void** handle, const void* function) {
  *handle = function;
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(const void* handle, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                               cudaStream_t stream) {
  return launch_kernel("cudaLaunchKernel", handle, {grid, block, shared_bytes, stream}, arguments, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
  return launch_kernel("cudaLaunchCooperativeKernel", function, {grid, block, shared_bytes, stream}, arguments, true);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return call("cudaFuncGetAttributes", [&](Session& session) {
    Kernel& kernel = process().kernel_at(session, function);
    require(attributes);
    // What follows is not in the structure of CUDA 11.0 to 11.7.
    std::memset(attributes, 0, offsetof(cudaFuncAttributes, preferredShmemCarveout) + sizeof(int));
    attributes->sharedSizeBytes = kernel.machine->static_shared_bytes();
    attributes->localSizeBytes = kernel.machine->local_bytes_per_thread();
    attributes->maxThreadsPerBlock = static_cast<int>(runtime::max_threads(session, kernel));
    attributes->numRegs = static_cast<int>(kernel.registers);
    attributes->ptxVersion = static_cast<int>(kernel.module->code().sm());
    attributes->binaryVersion = static_cast<int>(session.device().compute_capability);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(runtime::max_dynamic_shared_bytes(kernel));
    attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  });
}

/// The same from CUDA 12 on, where the structure has what is known of clusters.
cudaError_t __cudaForewarpFuncAttributes12(cudaFuncAttributes* attributes, const void* function) {
  if (const cudaError_t failed = cudaFuncGetAttributes(attributes, function)) return failed;
  return call("cudaFuncGetAttributes", [&](Session& session) {
    using Which = runtime::ClusterAttribute;
    const Kernel& kernel = process().kernel_at(session, function);
    attributes->clusterDimMustBeSet = runtime::cluster_attribute(kernel, Which::must_be_set);
    attributes->requiredClusterWidth = runtime::cluster_attribute(kernel, Which::width);
    attributes->requiredClusterHeight = runtime::cluster_attribute(kernel, Which::height);
    attributes->requiredClusterDepth = runtime::cluster_attribute(kernel, Which::depth);
    attributes->clusterSchedulingPolicyPreference = runtime::cluster_attribute(kernel, Which::policy);
    attributes->nonPortableClusterSizeAllowed = runtime::cluster_attribute(kernel, Which::non_portable);
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return call("cudaFuncSetAttribute", [&](Session& session) {
    Kernel& kernel = process().kernel_at(session, function);
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return;
    if (runtime::is_cluster_attribute(attribute))
      return runtime::set_cluster_attribute(kernel, runtime::ClusterAttribute{static_cast<int>(attribute)}, value);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
      throw CallFailed(Status::not_supported, "an attribute of a kernel that forewarp does not know");
    runtime::set_max_dynamic_shared_bytes(session, kernel, value);
  });
}

/// Names live as long as the program: kernels are never unloaded here.
cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return call("cudaFuncGetName", [&](Session& session) {
    static std::set<std::string, std::less<>> names;
    require(name) = names.insert(process().kernel_at(session, function).entry()).first->c_str();
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  return call("cudaFuncGetParamInfo", [&](Session& session) {
    const std::vector<runtime::Parameter> all = runtime::parameters_of(process().kernel_at(session, function));
    if (index >= all.size()) throw CallFailed(Status::invalid_value, "the kernel has fewer parameters");
    require(offset) = all[index].offset;
    if (bytes) *bytes = all[index].bytes;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return call("cudaFuncSetCacheConfig", [&](Session& session) { (void)process().kernel_at(session, function); });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return call("cudaFuncSetSharedMemConfig", [&](Session& session) { (void)process().kernel_at(session, function); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          std::size_t shared_bytes) {
  return call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&](Session& session) {
    const Kernel& kernel = process().kernel_at(session, function);
    require(blocks) = static_cast<int>(runtime::resident_blocks(session, kernel, block_size, shared_bytes));
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int block_size,
                                                                   std::size_t shared_bytes, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks,
                                                      int block_size) {
  return call("cudaOccupancyAvailableDynamicSMemPerBlock", [&](Session& session) {
    const Kernel& kernel = process().kernel_at(session, function);
    require(bytes) = runtime::available_dynamic_shared_bytes(session, kernel, blocks, block_size);
  });
}
}
