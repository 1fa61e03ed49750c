// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/occupancy.hpp"

#include <algorithm>

#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {

std::uint32_t resident_blocks(const Session& session, const Kernel& kernel, int threads,
                              std::uint64_t dynamic_shared_bytes) {
  if (threads <= 0) throw CallFailed(Status::invalid_value, "a block without threads");
  if (static_cast<unsigned>(threads) > session.device().max_threads_per_block) return 0;
  try {
    return device::occupancy(session.device(), {static_cast<std::uint32_t>(threads), kernel.registers,
                                                kernel.machine->static_shared_bytes() + dynamic_shared_bytes})
        .blocks_per_sm;
  } catch (const InputError&) {
    return 0;
  }
}

std::uint32_t max_threads(const Session& session, const Kernel& kernel) {
  std::uint32_t most = session.device().max_threads_per_block;
  for (const char* name : {"maxntid", "reqntid"})
    if (const ptx::Directive* limit = kernel.function->directive(name)) {
      std::uint32_t threads = 1;
      for (const std::uint32_t n : limit->values) threads *= n;
      most = std::min(most, threads);
    }
  while (most > 32 && resident_blocks(session, kernel, static_cast<int>(most), 0) == 0) most -= 32;
  return most;
}

std::uint64_t max_dynamic_shared_bytes(const Kernel& kernel) {
  constexpr std::uint64_t without_setting = 48 << 10;
  return kernel.max_dynamic_shared_bytes.value_or(without_setting -
                                                  std::min(kernel.machine->static_shared_bytes(), without_setting));
}

void set_max_dynamic_shared_bytes(const Session& session, Kernel& kernel, int bytes) {
  if (bytes < 0 || kernel.machine->static_shared_bytes() + static_cast<std::uint64_t>(bytes) >
                       session.device().shared_bytes_per_block)
    throw CallFailed(Status::invalid_value, "more shared memory than a block may have");
  kernel.max_dynamic_shared_bytes = static_cast<std::uint64_t>(bytes);
}

std::uint64_t available_dynamic_shared_bytes(const Session& session, const Kernel& kernel, int blocks, int threads) {
  constexpr std::uint64_t step = 128;
  std::uint64_t most = 0;
  for (std::uint64_t tried = 0; tried <= session.device().shared_bytes_per_block; tried += step)
    if (resident_blocks(session, kernel, threads, tried) >= static_cast<std::uint32_t>(blocks)) most = tried;
  return most;
}

}  // namespace forewarp::runtime
