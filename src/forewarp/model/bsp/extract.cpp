// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/extract.hpp"

#include <algorithm>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

/// Where an instruction is counted; nullptr where the paper's four rates have none for it: moves and conversions, bit
/// fields and counts, video and tensor instructions, and what computes nothing.
double* place_of(ptx::Opcode opcode, Operations& of) {
  using ptx::Operation;
  switch (ptx::operation_of(opcode)) {
    case Operation::multiply_add:
    case Operation::multiply_add_24:
      return &of.fma;
    case Operation::multiply:
    case Operation::multiply_24:
      return &of.multiply;
    case Operation::divide:
    case Operation::remainder:
    case Operation::root:
    case Operation::trigonometric:
    case Operation::exponential:
      return &of.divide;
    case Operation::add:
    case Operation::min_max:
    case Operation::sign:
    case Operation::copy_sign:
    case Operation::compare:
    case Operation::select:
    case Operation::logic:
    case Operation::shift:
      return &of.add;
    case Operation::none:
    case Operation::simple:
    case Operation::dot:
    case Operation::move:
    case Operation::address:
    case Operation::test_space:
    case Operation::convert:
    case Operation::bit_field:
    case Operation::bit_count:
    case Operation::video:
    case Operation::video_packed:
    case Operation::shuffle:
    case Operation::tensor:
      return nullptr;
  }
  return nullptr;
}

/// An asynchronous copy loads from global and stores to shared memory; an atomic loads and stores.
void count(const profile::AccessSite& site, double threads, Accesses& accesses) {
  const double each = site.lanes * site.mnemonic.decoded().vector / threads;
  using emu::AccessKind;
  const bool copies = site.kind == AccessKind::async_copy, updates = site.kind == AccessKind::atomic;
  const bool global = site.space == ptx::StateSpace::global;
  const bool loads = site.kind == AccessKind::load || updates || (copies && global);
  const bool stores =
      site.kind == AccessKind::store || site.kind == AccessKind::reduction || updates || (copies && !global);
  if (global) {
    accesses.global_loads += loads ? each : 0;
    accesses.global_stores += stores ? each : 0;
  } else if (site.space == ptx::StateSpace::shared) {
    accesses.shared_loads += loads ? each : 0;
    accesses.shared_stores += stores ? each : 0;
  }
}

}  // namespace

// Means over threads: the paper counts one thread and takes all to be alike. Example: of 256 threads 128 execute one
// addition and all a product: add 0.5, multiply 1.
Extracted extract(const profile::Profile& profile) {
  if (!(profile.threads > 0)) throw InputError("the profile has no threads to take parameters of");
  Extracted all{.floating = {}, .integer = {}, .threads = profile.threads, .accesses = {}};
  for (const profile::InstructionCount& instruction : profile.instructions)
    if (double* place = place_of(instruction.opcode, ptx::is_float(instruction.type) ? all.floating : all.integer))
      *place += instruction.threads / profile.threads;
  for (const profile::AccessSite& site : profile.sites) count(site, profile.threads, all.accesses);
  return all;
}

/// Hit rates of the bounds model's caches, per thread. Stores never hit L1 (write-through), so only
/// loads can: the min() keeps rounding from having more hits than loads.
Accesses with_cache_hits(Accesses accesses, const profile::Profile& profile, const device::DeviceSpec& device) {
  const Summary summary = summarise(profile);
  const device::BlockDemand block{.threads = static_cast<std::uint32_t>(summary.threads_per_block),
                                  .registers_per_thread = summary.registers,
                                  .shared_bytes = summary.shared_bytes};
  const Traffic served = traffic(summary, device, device::occupancy(device, block));
  const double loads = accesses.global_loads, all = loads + accesses.global_stores;
  accesses.l1_hits = std::min(loads, loads * served.l1_hit);
  accesses.l2_hits = std::min(all - accesses.l1_hits, (all - accesses.l1_hits) * served.l2_hit);
  return accesses;
}

// The paper's tables count floating-point work alone; address arithmetic is most of what a thread really issues, and is
// added where all is asked for.
Kernel kernel_of(const Extracted& extracted, Counted counted, const OperationCycles& cycles) {
  double computation = computation_cycles(extracted.floating, cycles);
  if (counted == Counted::all) computation += computation_cycles(extracted.integer, cycles);
  return {.threads = extracted.threads, .computation_cycles = computation, .accesses = extracted.accesses};
}

}  // namespace forewarp::model::bsp
