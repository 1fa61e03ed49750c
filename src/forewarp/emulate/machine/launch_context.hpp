// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::emu {

namespace native {
class HotCode;
}

/// The system reserves so much shared memory of each block from sm_80 on (PTX ISA, "%reserved_smem_offset_begin");
/// cooperative groups of several warps meet there.
inline constexpr std::uint64_t reserved_shared_bytes = 1024;

/// What all blocks of a launch share and none changes.
struct LaunchContext {
  const Program* program = nullptr;
  const MachineOptions* options = nullptr;
  const launch::Launch* launch = nullptr;
  Memory::Impl* memory = nullptr;
  native::HotCode* hot = nullptr;
  std::vector<std::byte> parameters;   ///< the entry's parameter block
  std::uint64_t own_shared_bytes = 0;  ///< static, padding and dynamic
  std::uint64_t shared_bytes = 0;      ///< these, and behind them what is reserved, if the kernel asks where that is
  unsigned warps = 0;                  ///< of a block
  unsigned threads = 0;                ///< of a block
  launch::Dim3 cluster;                ///< blocks of a cluster
  bool names_cluster = false;          ///< the launch or the code says how many (%is_explicit_cluster)
  const Progress* progress = nullptr;  ///< may request a stop, which blocks notice between slices of their warps
  std::uint64_t grid_workspace = 0;    ///< address of what a cooperative launch brings, or 0
  bool parallel = false;               ///< blocks of this launch run on several threads at once
  bool speculative = false;            ///< they may depend on each other, so what they touch is logged
  bool likely_apart = false;           ///< those of the kernel's last such launch did not
};

}  // namespace forewarp::emu
