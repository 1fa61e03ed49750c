// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Attributes of kernels, occupancy.
#include "forewarp/runtime/clusters.hpp"
#include "forewarp/runtime/driver/call.hpp"
#include "forewarp/runtime/driver/launches.hpp"
#include "forewarp/runtime/driver/parameters.hpp"
#include "forewarp/runtime/occupancy.hpp"

namespace forewarp::driver {
namespace {

enum class Attribute : int {
  max_threads = 0,
  shared_bytes = 1,
  constant_bytes = 2,
  local_bytes = 3,
  registers = 4,
  ptx_version = 5,
  binary_version = 6,
  cache_mode = 7,
  max_dynamic_shared = 8,
  carveout = 9,
};

Function known(Function function) { return checked(state().kernels, function, "kernel"); }

int attribute_of(const Session& session, const runtime::Kernel& kernel, Attribute which) {
  if (runtime::is_cluster_attribute(static_cast<int>(which)))
    return runtime::cluster_attribute(kernel, runtime::ClusterAttribute{static_cast<int>(which)});
  switch (which) {
    case Attribute::max_threads:
      return static_cast<int>(runtime::max_threads(session, kernel));
    case Attribute::shared_bytes:
      return static_cast<int>(kernel.machine->static_shared_bytes());
    case Attribute::local_bytes:
      return static_cast<int>(kernel.machine->local_bytes_per_thread());
    case Attribute::registers:
      return static_cast<int>(kernel.registers);
    case Attribute::ptx_version:
      return static_cast<int>(kernel.module->code().sm());
    case Attribute::binary_version:
      return static_cast<int>(session.device().compute_capability);
    case Attribute::max_dynamic_shared:
      return static_cast<int>(runtime::max_dynamic_shared_bytes(kernel));
    case Attribute::carveout:
      return -1;
    case Attribute::constant_bytes:
    case Attribute::cache_mode:
      return 0;
  }
  throw DriverError(Result::invalid_value, "an attribute of a kernel that forewarp does not know");
}

void set_attribute(const Session& session, runtime::Kernel& kernel, Attribute which, int value) {
  if (which == Attribute::carveout) return;
  if (runtime::is_cluster_attribute(static_cast<int>(which)))
    return runtime::set_cluster_attribute(kernel, runtime::ClusterAttribute{static_cast<int>(which)}, value);
  if (which != Attribute::max_dynamic_shared)
    throw DriverError(Result::invalid_value, "this attribute of a kernel cannot be set");
  runtime::set_max_dynamic_shared_bytes(session, kernel, value);
}

Result get_attribute(const char* name, int* value, int which, Function function) {
  return call(name, [&](Session& session) {
    require(value);
    *value = attribute_of(session, *known(function), Attribute{which});
  });
}

Result set_attribute(const char* name, Function function, int which, int value) {
  return call(name, [&](Session& session) { set_attribute(session, *known(function), Attribute{which}, value); });
}

Result get_name(const char* call_name, const char** name, Function function) {
  return call(call_name, [&](Session&) {
    const auto entry = state().names.insert(known(function)->entry()).first;
    require(name) = entry->c_str();
  });
}

Result get_parameter(const char* name, Function function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  return call(name, [&](Session&) {
    const std::vector<runtime::Parameter> all = runtime::parameters_of(*known(function));
    if (index >= all.size()) throw DriverError(Result::invalid_value, "the kernel has fewer parameters");
    if (offset) *offset = all[index].offset;
    if (bytes) *bytes = all[index].bytes;
  });
}

Result exists(const char* name, Function function) {
  return call(name, [&](Session&) { (void)known(function); });
}

/// The block that fills an SM best, the largest of several; as NVIDIA's function does.
void best_block(const Session& session, const runtime::Kernel& kernel, std::size_t (*shared_of)(int),
                std::size_t shared_bytes, int limit, int& grid, int& block) {
  const auto most = static_cast<int>(runtime::max_threads(session, kernel));
  const int from = limit > 0 ? std::min(limit, most) : most;
  const auto warp = static_cast<int>(session.device().warp_size);
  int best = 0;
  for (int threads = (from + warp - 1) / warp * warp; threads > 0; threads -= warp) {
    const int tried = std::min(threads, from);
    const std::size_t shared = shared_of ? shared_of(tried) : shared_bytes;
    const std::uint32_t blocks = runtime::resident_blocks(session, kernel, tried, shared);
    if (static_cast<int>(blocks) * tried <= best) continue;
    best = static_cast<int>(blocks) * tried;
    block = tried;
    grid = static_cast<int>(blocks * session.device().sms);
  }
  if (best == 0) throw DriverError(Result::launch_out_of_resources, "no block of this kernel fits");
}

cudaError_t hand_out(const char* name, void** out, const void* host) {
  return cudart::call(name, [&](Session& session) {
    if (!out) throw runtime::CallFailed(runtime::Status::invalid_value);
    runtime::Kernel* const kernel = &cudart::process().kernel_at(session, host);
    cudart::process().handed_out[kernel] = kernel;
    state().kernels.insert(kernel);
    *out = kernel;
  });
}

}  // namespace

extern "C" {

Result cuFuncGetAttribute(int* value, int which, Function function) {
  return get_attribute("cuFuncGetAttribute", value, which, function);
}
Result cuFuncSetAttribute(Function function, int which, int value) {
  return set_attribute("cuFuncSetAttribute", function, which, value);
}
Result cuKernelGetAttribute(int* value, int which, Function kernel, int) {
  return get_attribute("cuKernelGetAttribute", value, which, kernel);
}
Result cuKernelSetAttribute(int which, int value, Function kernel, int) {
  return set_attribute("cuKernelSetAttribute", kernel, which, value);
}
Result cuFuncSetCacheConfig(Function function, int) { return exists("cuFuncSetCacheConfig", function); }
Result cuKernelSetCacheConfig(Function kernel, int, int) { return exists("cuKernelSetCacheConfig", kernel); }
Result cuFuncSetSharedMemConfig(Function function, int) { return exists("cuFuncSetSharedMemConfig", function); }
Result cuFuncGetName(const char** name, Function function) { return get_name("cuFuncGetName", name, function); }
Result cuKernelGetName(const char** name, Function kernel) { return get_name("cuKernelGetName", name, kernel); }
Result cuFuncGetParamInfo(Function function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  return get_parameter("cuFuncGetParamInfo", function, index, offset, bytes);
}
Result cuKernelGetParamInfo(Function kernel, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  return get_parameter("cuKernelGetParamInfo", kernel, index, offset, bytes);
}
Result cuFuncLoad(Function function) { return exists("cuFuncLoad", function); }
Result cuFuncIsLoaded(int* loaded, Function function) {
  if (!loaded) return Result::invalid_value;
  *loaded = 1;
  return exists("cuFuncIsLoaded", function);
}

Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function, int threads,
                                                   std::size_t shared_bytes) {
  return call("cuOccupancyMaxActiveBlocksPerMultiprocessor", [&](Session& session) {
    require(blocks) = static_cast<int>(runtime::resident_blocks(session, *known(function), threads, shared_bytes));
  });
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function function, int threads,
                                                            std::size_t shared_bytes, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
}
Result cuOccupancyMaxPotentialBlockSize(int* grid, int* block, Function function, std::size_t (*shared_of)(int),
                                        std::size_t shared_bytes, int limit) {
  return call("cuOccupancyMaxPotentialBlockSize", [&](Session& session) {
    best_block(session, *known(function), shared_of, shared_bytes, limit, *grid, *block);
  });
}
Result cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, Function function,
                                                 std::size_t (*shared_of)(int), std::size_t shared_bytes, int limit,
                                                 unsigned) {
  return cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_of, shared_bytes, limit);
}
Result cuOccupancyMaxActiveClusters(int* clusters, Function function, const LaunchConfig* config) {
  return call("cuOccupancyMaxActiveClusters", [&](Session& session) {
    require(clusters);
    require(config);
    *clusters = runtime::resident_clusters(session, request_without_arguments(function, *config));
  });
}
Result cuOccupancyMaxPotentialClusterSize(int* size, Function function, const LaunchConfig* config) {
  return call("cuOccupancyMaxPotentialClusterSize", [&](Session& session) {
    require(size);
    require(config);
    *size = runtime::largest_cluster(session, request_without_arguments(function, *config));
  });
}
Result cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, Function function, int blocks, int threads) {
  return call("cuOccupancyAvailableDynamicSMemPerBlock", [&](Session& session) {
    require(bytes) = runtime::available_dynamic_shared_bytes(session, *known(function), blocks, threads);
  });
}

// The runtime API's calls for handles that both APIs launch.
cudaError_t cudaGetKernel(cudaKernel_t* out, const void* host) {
  return hand_out("cudaGetKernel", reinterpret_cast<void**>(out), host);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* out, const void* host) {
  return hand_out("cudaGetFuncBySymbol", reinterpret_cast<void**>(out), host);
}
}

}  // namespace forewarp::driver
