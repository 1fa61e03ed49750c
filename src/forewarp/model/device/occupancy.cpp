// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/occupancy.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

using std::uint64_t;

uint64_t ceil_div(uint64_t x, uint64_t y) { return (x + y - 1) / y; }
uint64_t round_up(uint64_t x, uint64_t unit) { return unit == 0 ? x : ceil_div(x, unit) * unit; }
uint64_t round_down(uint64_t x, uint64_t unit) { return unit == 0 ? x : x / unit * unit; }

/// 2.x allocates most warps in units of 64 registers, but of 128 at these counts (cuda_occupancy.h, CUDA 6.5 to 8.0).
uint64_t register_unit(const DeviceSpec& device, uint64_t per_thread) {
  if (device.compute_capability / 10 != 2) return device.register_unit;
  for (const uint64_t n : {21, 22, 29, 30, 37, 38, 45, 46})
    if (n == per_thread) return uint64_t{2} * device.register_unit;
  return device.register_unit;
}

/// Registers are allocated per warp, from one of g equal files of the SM (g: warp_granularity). A block is first
/// checked as if every file had the same number of its warps, hence the rounding up there. Code for 6.0 must also run
/// on 6.1 with its four files. Example: 65536 registers, 40 per thread, 8 warps, unit 256, g = 4: 1280 per warp, 51
/// rounded down to 48 warps, 6 blocks.
uint64_t blocks_by_warp_registers(const DeviceSpec& device, uint64_t in_warp, uint64_t warps) {
  const uint64_t strictest = device.compute_capability == 60 ? 4 : device.warp_granularity;
  if (in_warp * round_up(warps, strictest) > device.registers_per_block) return 0;
  return round_down(device.registers / in_warp, device.warp_granularity) / warps;
}

/// Per warp (since Kepler), or per block as the first architectures had it: there all registers of
/// a block are one allocation, rounded up once.
uint64_t blocks_by_registers(const DeviceSpec& device, uint64_t per_thread, uint64_t warps, uint64_t most) {
  if (per_thread == 0) return most;
  const uint64_t in_warp = per_thread * device.warp_size;
  const uint64_t unit = register_unit(device, per_thread);
  if (!device.registers_by_block) return blocks_by_warp_registers(device, round_up(in_warp, unit), warps);
  return device.registers / round_up(round_up(warps, device.warp_granularity) * in_warp, unit);
}

/// Allocated in units, and on Ampere and later with 1 KiB reserved per block: 20 KiB are 21 KiB of
/// an SM's 164, so 7 blocks fit.
uint64_t blocks_by_shared_memory(const DeviceSpec& device, uint64_t bytes, uint64_t most) {
  const uint64_t allocated = round_up(bytes + device.shared_reserved, device.shared_unit);
  return allocated == 0 ? most : device.shared_bytes / allocated;
}

/// Some architectures hold more blocks of a single warp than of several.
uint64_t block_limit(const DeviceSpec& device, uint64_t warps) {
  if (warps == 1 || device.max_blocks_of_several_warps == 0) return device.max_blocks;
  return std::min(device.max_blocks, device.max_blocks_of_several_warps);
}

void check(const DeviceSpec& device, const BlockDemand& block) {
  if (block.threads == 0) throw InputError("a block must have at least one thread, this one has 0");
  const auto refuse = [&](std::string_view what, uint64_t asked, uint64_t most) {
    if (asked > most)
      throw InputError(fmt::format("{} {} exceed what {} allows: at most {}", asked, what, device.name, most));
  };
  refuse("threads per block", block.threads, device.max_threads_per_block);
  refuse("registers per thread", block.registers_per_thread, device.max_registers_per_thread);
  refuse("bytes of shared memory per block", block.shared_bytes, device.shared_bytes_per_block);
}

}  // namespace

/// The least of four limits, as the driver computes it (cuda_occupancy.h). Among equal limits the
/// first counts: warps, blocks, registers, shared memory.
Occupancy occupancy(const DeviceSpec& device, const BlockDemand& block) {
  check(device, block);
  const uint64_t warps = ceil_div(block.threads, device.warp_size);
  const uint64_t by_blocks = block_limit(device, warps);
  const uint64_t limits[] = {device.max_warps / warps, by_blocks,
                             blocks_by_registers(device, block.registers_per_thread, warps, by_blocks),
                             blocks_by_shared_memory(device, block.shared_bytes, by_blocks)};
  const auto* least = std::min_element(std::begin(limits), std::end(limits));
  Occupancy result;
  result.limit = static_cast<OccupancyLimit>(least - std::begin(limits));
  if (*least == 0)
    throw InputError(
        fmt::format("a block of {} threads with {} registers per thread and {} bytes of shared memory does "
                    "not fit an SM of {}: {} run out",
                    block.threads, block.registers_per_thread, block.shared_bytes, device.name, name_of(result.limit)));
  const auto narrow = [](uint64_t x) { return static_cast<std::uint32_t>(x); };
  result.limits = {narrow(limits[0]), narrow(limits[1]), narrow(limits[2]), narrow(limits[3])};
  result.blocks_per_sm = narrow(*least);
  result.warps_per_block = narrow(warps);
  result.warps_per_sm = result.blocks_per_sm * result.warps_per_block;
  result.fraction = static_cast<double>(result.warps_per_sm) / device.max_warps;
  return result;
}

const char* name_of(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::warps:
      return "warps";
    case OccupancyLimit::blocks:
      return "blocks";
    case OccupancyLimit::registers:
      return "registers";
    case OccupancyLimit::shared_memory:
      return "shared memory";
  }
  FOREWARP_ASSERT(false, "every limit has a name");
  return "";
}

}  // namespace forewarp::device
