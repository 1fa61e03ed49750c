// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/extract.hpp"

#include <algorithm>

#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

using ptx::Opcode;

/// The counter of an instruction; nullptr for instructions that are not arithmetic.
double* place_of(Opcode opcode, Operations& of) {
  switch (opcode) {
    case Opcode::fma:
    case Opcode::mad:
    case Opcode::mad24:
      return &of.fma;
    case Opcode::mul:
    case Opcode::mul24:
      return &of.multiply;
    case Opcode::div:
    case Opcode::rem:
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
    case Opcode::tanh:
      return &of.divide;
    case Opcode::add:
    case Opcode::sub:
    case Opcode::min:
    case Opcode::max:
    case Opcode::neg:
    case Opcode::abs:
    case Opcode::set:
    case Opcode::setp:
    case Opcode::selp:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::lop3:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::shf:
      return &of.add;
    default:
      return nullptr;
  }
}

/// Elements per lane of a vector access.
double elements_of(std::string_view mnemonic) {
  if (mnemonic.find(".v8") != std::string_view::npos) return 8;
  if (mnemonic.find(".v4") != std::string_view::npos) return 4;
  return mnemonic.find(".v2") != std::string_view::npos ? 2 : 1;
}

/// An asynchronous copy loads from global and stores to shared memory; an atomic loads and stores.
void count(const profile::AccessSite& site, double threads, Accesses& accesses) {
  const double each = site.lanes * elements_of(site.mnemonic) / threads;
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

Extracted extract(const profile::Profile& profile) {
  if (!(profile.threads > 0)) throw InputError("the profile has no threads to take parameters of");
  Extracted all{.floating = {}, .integer = {}, .threads = profile.threads, .accesses = {}};
  for (const profile::InstructionCount& instruction : profile.instructions)
    if (double* place = place_of(instruction.opcode, ptx::is_float(instruction.type) ? all.floating : all.integer))
      *place += instruction.threads / profile.threads;
  for (const profile::AccessSite& site : profile.sites) count(site, profile.threads, all.accesses);
  return all;
}

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

Kernel kernel_of(const Extracted& extracted, Counted counted, const OperationCycles& cycles) {
  double computation = computation_cycles(extracted.floating, cycles);
  if (counted == Counted::all) computation += computation_cycles(extracted.integer, cycles);
  return {.threads = extracted.threads, .computation_cycles = computation, .accesses = extracted.accesses};
}

}  // namespace forewarp::model::bsp
