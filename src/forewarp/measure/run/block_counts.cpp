// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/block_counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

/// Threads that the counters must have seen. A grid of 100 blocks of 256 threads: 25 600 for all,
/// 256 for one_cta, 32 for one_warp. A block smaller than a warp has fewer than 32.
std::uint64_t threads_of(const launch::Launch& launch, ptx::CountedThreads mode) {
  const std::uint64_t a_block = launch.block.count();
  switch (mode) {
    case ptx::CountedThreads::all:
      return launch.grid.count() * a_block;
    case ptx::CountedThreads::one_cta:
      return a_block;
    case ptx::CountedThreads::one_warp:
      return std::min<std::uint64_t>(a_block, 32);
  }
  return 0;
}

/// Every counted thread enters the first block of the kernel, so fewer mean that counters were lost.
void check_threads(const profile::FluxCounts& counts, const DeviceInfo& device) {
  const std::uint64_t wanted = threads_of(counts.launch, counts.mode);
  // The first block of the entry is the first in the list; blocks of device functions come after or
  // between, and may be entered by any number of threads.
  for (const profile::FluxBlockCount& block : counts.blocks) {
    if (block.function != counts.kernel) continue;
    if (block.counted < wanted)
      throw DeviceError(fmt::format("{}: the block counters of {} saw {} threads enter, {} were launched", device.spec,
                                    counts.kernel, block.counted, wanted));
    return;
  }
}

}  // namespace

profile::FluxCounts count_on_device(Device& device, const ptx::Module& module, const launch::Launch& launch,
                                    ptx::CountedThreads mode) {
  if (device.info().api == Api::opencl)
    throw Unavailable(
        fmt::format("{} does not accept PTX: block counters need a GPU of NVIDIA's, cuda:0", device.info().spec));
  const ptx::Instrumented instrumented = ptx::instrument(module, {.counted = mode});
  const auto program = device.compile(
      {.language = Language::ptx, .text = instrumented.ptx, .name = module.file + " with block counters"});
  const auto kernel = program->kernel(launch.entry);
  kernel->set_arguments(arguments_of(launch));
  (void)kernel->launch({launch.grid, launch.block, launch.dynamic_shared_bytes});
  // One launch of an instrumented copy of the module. The counters are a global variable of that
  // copy, so the kernel's own arguments and buffers stay as they are, and the counts are read after
  // the launch by name.
  const std::vector<std::byte> bytes = kernel->read_variable(instrumented.variable, instrumented.bytes());
  profile::FluxCounts counts =
      profile::flux_counts(module, launch, mode, instrumented.blocks, ptx::counts_of(instrumented, bytes));
  check_threads(counts, device.info());
  return counts;
}

}  // namespace forewarp::run
