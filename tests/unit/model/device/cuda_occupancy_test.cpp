// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Ours against NVIDIA's own cuda_occupancy.h, over a grid of blocks, where a CUDA toolkit is installed.
#include <cuda_occupancy.h>
#include <gtest/gtest.h>

#include <set>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

cudaOccDeviceProp properties_of(const DeviceSpec& device) {
  cudaOccDeviceProp p;
  p.computeMajor = static_cast<int>(device.compute_capability / 10);
  p.computeMinor = static_cast<int>(device.compute_capability % 10);
  p.maxThreadsPerBlock = static_cast<int>(device.max_threads_per_block);
  p.maxThreadsPerMultiprocessor = static_cast<int>(device.max_threads);
  p.regsPerBlock = static_cast<int>(device.registers_per_block);
  p.regsPerMultiprocessor = static_cast<int>(device.registers);
  p.warpSize = static_cast<int>(device.warp_size);
  p.sharedMemPerBlock = 49152;
  p.sharedMemPerMultiprocessor = device.shared_bytes;
  p.numSms = static_cast<int>(device.sms);
  p.sharedMemPerBlockOptin = device.shared_bytes_per_block;
  p.reservedSharedMemPerBlock = device.shared_reserved;
  return p;
}

int blocks_by_nvidia(const DeviceSpec& device, const BlockDemand& block) {
  const cudaOccDeviceProp properties = properties_of(device);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = properties.maxThreadsPerBlock;
  kernel.numRegs = static_cast<int>(block.registers_per_thread);
  kernel.sharedSizeBytes = 0;
  kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = block.shared_bytes;
  kernel.numBlockBarriers = 1;
  cudaOccDeviceState state;
  state.cacheConfig = CACHE_PREFER_SHARED;
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &kernel, &state, static_cast<int>(block.threads), block.shared_bytes);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}

int blocks_by_us(const DeviceSpec& device, const BlockDemand& block) {
  try {
    return static_cast<int>(occupancy(device, block).blocks_per_sm);
  } catch (const InputError&) {
    return 0;
  }
}

void compare_grid_of_blocks(const DeviceSpec& device) {
  for (std::uint32_t threads = 16; threads <= 1024; threads += 48)
    for (std::uint32_t registers = 0; registers <= device.max_registers_per_thread; registers += 5)
      for (std::uint64_t shared = 0; shared <= device.shared_bytes_per_block; shared += shared < 20000 ? 2777 : 23001) {
        const BlockDemand block{threads, registers, shared};
        ASSERT_EQ(blocks_by_us(device, block), blocks_by_nvidia(device, block))
            << device.name << ": " << threads << " threads, " << registers << " registers, " << shared << " bytes";
      }
}

TEST(CudaOccupancy, AgreesWithNvidiasHeaderOnEveryComputeCapabilityItKnows) {
  std::set<unsigned> seen;
  for (const DeviceSpec& device : shipped_devices())
    if (device.compute_capability >= 30 && seen.insert(device.compute_capability).second)
      compare_grid_of_blocks(device);
  EXPECT_GE(seen.size(), 19u);  // 3.0 3.5 3.7 5.0 5.2 5.3 6.0 6.1 6.2 7.0 7.2 7.5 8.0 8.6 8.7 8.9 9.0 10.0 12.0
}

}  // namespace
}  // namespace forewarp::device
