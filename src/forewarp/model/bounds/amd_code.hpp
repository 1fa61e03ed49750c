// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of AMD's GPUs: where it comes from, and a demand with its instructions.
///
/// A CU issues vector instructions, scalar ones, accesses to local memory (LDS) and to vector memory each by a path of
/// its own, one instruction of each a cycle, from different waves. So Demand::issue counts vector instructions alone,
/// in slots of plain ones: where a rate is a quarter (multiplies of 32 bits, transcendentals of GCN and CDNA), an
/// instruction blocks its SIMD for four slots. Transcendentals of RDNA have a unit of their own beside the SIMD.
/// Sources: AMD's ISA reference guides and the RDNA and CDNA whitepapers.
///
/// Local memory: an access that is wider than 4 bytes and not aligned to its width is served lane by lane, a lane a
/// cycle, instead of 32 banks a cycle. AMD counts such stalls (SQ_LDS_UNALIGNED_STALL, ROCm's performance counters);
/// the rate is that of one address a cycle, which the lanes then have.
///
/// A wave waits for vector memory as often as the code says: each wait is a step of its path, with as many loads in
/// flight as it waits for, reloads of spilled registers among them.
///
/// Spilled registers are traffic: 4 bytes of a wave are 8 sectors (wave64) or 4. L1 is written through, so stores go to
/// L2; loads meet the frames of all resident threads evenly, as in demand().
///
/// Accesses to neighbouring words that the compiler joins to one of up to 16 bytes touch the sectors once. Words that
/// join are taken to be in one sector, as an access that is aligned to its width is.
#include <cstdint>
#include <map>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"

namespace forewarp::model {

/// What the launch executes of the device's machine code; without a mix, why that is not known. The profile is of warps
/// as wide as the device's. Throws Interrupted when the compiler's progress says to stop.
[[nodiscard]] MachineWork amd_work(const kernel::Kernel& kernel, const profile::Profile& profile,
                                   const device::DeviceSpec& device, source::Compiler& compiler);

/// What falls away where the accesses of these lines of PTX are parts of others of so many bytes of a lane.
[[nodiscard]] JoinedAccesses joined_accesses(const profile::Profile& profile,
                                             const std::map<std::uint32_t, double>& joined_bytes);

/// Of what loads ask for again, that which is nearest falls away, and of what is stored again an equal part of all.
[[nodiscard]] Summary with_joined_accesses(Summary summary, const JoinedAccesses& joined);

[[nodiscard]] Demand with_amd_code(Demand demand, const MachineWork& work, const device::DeviceSpec& device);

}  // namespace forewarp::model
