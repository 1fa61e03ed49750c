// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A demand with the instructions of the machine code in place of those that the expansion of PTX estimates.
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/mix.hpp"
#include "forewarp/model/bounds/demand.hpp"

namespace forewarp::model {

/// What each line of PTX executed. The module is that which was profiled.
[[nodiscard]] machine::PtxLines ptx_lines_of(const profile::Profile& profile, const ptx::Module& module);

/// What a launch executes of its machine code, and what that occupies.
struct MachineWork {
  machine::Mix mix;
  std::uint32_t registers = 0, frame_bytes = 0;   ///< of a thread
  std::uint64_t static_shared_bytes = 0;          ///< of a block
  /// AMD, as amdgcn::Executed.
  double vector_memory = 0, unaligned_lanes = 0, waits = 0, loads_waited_for = 0;
};

[[nodiscard]] MachineWork machine_work(const profile::Profile& profile, const ptx::Module& module,
                                       const machine::KernelCode& code);

/// The summary with the registers of the machine code, before a demand is made of it: they decide the occupancy.
[[nodiscard]] Summary with_registers(Summary summary, const MachineWork& work);

/// The demand with the machine code's issue slots, pipes and requests, and with its spills as traffic: 4 bytes of each
/// lane are a sector per eight lanes. L1 holds the frames of the resident threads as far as they fit; the share that
/// does not fit goes to L2. Tensor work, and global and shared traffic, stay as they are.
[[nodiscard]] Demand with_machine_code(Demand demand, const MachineWork& work, const device::DeviceSpec& device);

}  // namespace forewarp::model
