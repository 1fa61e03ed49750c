// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A demand with the instructions of the machine code in place of those that the expansion of PTX estimates.
#include <optional>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/mix.hpp"
#include "forewarp/model/bounds/demand.hpp"

namespace forewarp::model {

/// What each line of PTX executed. The module is that which was profiled.
[[nodiscard]] machine::PtxLines ptx_lines_of(const profile::Profile& profile, const ptx::Module& module);

/// What L1 has less to do where the machine joins accesses to neighbouring words that PTX has one by one.
struct JoinedAccesses {
  double load_sectors = 0, load_lines = 0, load_passes = 0, store_sectors = 0, store_lines = 0, store_passes = 0;
};

/// What a launch occupies on an architecture, and executes of its machine code, as far as that is known.
struct MachineWork {
  std::string arch;                       ///< that it was assembled for; empty: nothing is known
  std::uint32_t registers = 0;            ///< of a thread
  std::uint64_t static_shared_bytes = 0;  ///< of a block
  profile::Spills spills;                 ///< of a thread, as often as they are executed
  std::optional<machine::Mix> mix;
  double near_share = 0;          ///< of all load requests those that stay near (profile::AccessSite::near_share)
  std::string reason;             ///< why there is no mix, in one line
  std::uint32_t frame_bytes = 0;  ///< AMD: of a thread
  /// AMD, as amdgcn::Executed.
  double vector_memory = 0, unaligned_lanes = 0, waits = 0, loads_waited_for = 0;
  JoinedAccesses joined;
};

/// Amounts that are executed of the machine code and of PTX.
struct ExecutedOf {
  double machine = 0, ptx = 0;
};

/// Why the executions of machine code, where its equations leave a choice, are not to be used; empty where they are:
/// fewer than half of the arithmetic, or 15 of 100 instructions, were not found out to be in loops.
[[nodiscard]] std::string too_few(ExecutedOf arithmetic, ExecutedOf instructions);

/// A profile's path is that of one warp of each block; this is that of a mean warp.
[[nodiscard]] profile::CriticalPath mean_of_warps(profile::CriticalPath path);

/// Registers, shared memory and spills as ptxas reports them. The code may be absent. Its executions are taken where
/// they agree with the counts of PTX.
[[nodiscard]] MachineWork machine_work(const profile::Profile& profile, const ptx::Module& module,
                                       const machine::AssembledKernel& assembled);

/// The summary with the registers, the shared memory and the spills of the machine code, before a demand is made of it:
/// they decide the occupancy.
[[nodiscard]] Summary with_allocation(Summary summary, const MachineWork& work);

/// The pipes, lane exchanges and branches of a mix.
void set_pipes(Demand& demand, const machine::Mix& mix, const device::DeviceSpec& device);

/// The demand with the machine code's issue slots, pipes and requests, spills among them, and with what its warps wait
/// for, where there is a mix. Tensor work, barriers, and the traffic of memory, stay as they are.
[[nodiscard]] Demand with_machine_code(Demand demand, const MachineWork& work, const device::DeviceSpec& device);

/// A demand that is estimated from PTX with instructions in proportion: as many as machine code would have if it stood
/// to PTX as that of a known launch. Example: 100 additions of PTX were 80 of the machine; 50 are then 40.
[[nodiscard]] Demand in_proportion(Demand estimated, const Demand& known_of_ptx, const Demand& known_of_machine);

/// The demand of the launch that the summary is of, with all that is known of its machine code.
[[nodiscard]] Demand demand_on(const Summary& summary, const MachineWork& work, const device::DeviceSpec& device,
                               Caches caches);

/// "read", or "estimated: " and the reason.
[[nodiscard]] std::string statement_of(const MachineWork& work);

}  // namespace forewarp::model
