// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/feature_demand.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::model {
namespace {

using feature::Features;

/// Names of features and the members of Demand and CriticalPath that hold them.
struct DemandField {
  const char* name;
  double Demand::*member;
};
constexpr DemandField demand_fields[] = {
    {"warp_instructions", &Demand::issue},
    {"fp16_instructions", &Demand::fp16},
    {"fp32_instructions", &Demand::fp32},
    {"fp64_instructions", &Demand::fp64},
    {"int_add_instructions", &Demand::int_add},
    {"int_mul_instructions", &Demand::int_mul},
    {"shift_instructions", &Demand::shift},
    {"special_instructions", &Demand::special},
    {"convert_instructions", &Demand::convert},
    {"shuffle_instructions", &Demand::shuffle},
    {"tensor_f16_fma", &Demand::tensor_f16},
    {"tensor_tf32_fma", &Demand::tensor_tf32},
    {"branch_instructions", &Demand::branch},
    {"load_store_instructions", &Demand::load_store},
    {"barriers", &Demand::barriers},
    {"shared_wavefronts", &Demand::shared_wavefronts},
    {"l1_sectors", &Demand::l1_sectors},
    {"l1_wavefronts", &Demand::l1_wavefronts},
    {"l2_sectors", &Demand::l2_sectors},
    {"dram_traffic", &Demand::dram_bytes},
    {"atomic_serial", &Demand::atomic_serial},
    {"l1_hit_rate", &Demand::l1_hit},
    {"l2_hit_rate", &Demand::l2_hit},
};

struct PathField {
  const char* name;
  double profile::CriticalPath::*member;
};
constexpr PathField path_fields[] = {
    {"path_alu", &profile::CriticalPath::alu},
    {"path_fp64", &profile::CriticalPath::fp64},
    {"path_special", &profile::CriticalPath::special},
    {"path_shared", &profile::CriticalPath::shared},
    {"path_global", &profile::CriticalPath::global},
    {"path_atomic", &profile::CriticalPath::atomic},
    {"path_barrier", &profile::CriticalPath::barrier},
    {"path_branch", &profile::CriticalPath::branch},
    {"path_tensor", &profile::CriticalPath::tensor},
    {"instructions_per_warp", &profile::CriticalPath::instructions},
    {"ilp", &profile::CriticalPath::ilp},
    {"mlp", &profile::CriticalPath::mlp},
};

/// From registers and shared memory where they are known; otherwise from the measured occupancy, rounded up to blocks.
device::Occupancy occupancy_from(const Features& f, const launch::Launch& launch, const device::DeviceSpec& dev) {
  device::BlockDemand block{static_cast<std::uint32_t>(launch.block.count()), 0, launch.dynamic_shared_bytes};
  if (f.has("registers_per_thread"))
    block.registers_per_thread = static_cast<std::uint32_t>(std::clamp(f.at("registers_per_thread"), 0.0, 1024.0));
  if (f.has("shared_bytes_per_cta"))
    block.shared_bytes = static_cast<std::uint64_t>(std::clamp(f.at("shared_bytes_per_cta"), 0.0, 1e9));
  device::Occupancy o = device::occupancy(dev, block);
  if (f.has("registers_per_thread") || !f.has("achieved_occupancy")) return o;
  const double warps = f.at("achieved_occupancy") * dev.max_warps;
  const double blocks = std::clamp(std::ceil(warps / o.warps_per_block), 1.0, double(o.blocks_per_sm));
  o.blocks_per_sm = static_cast<std::uint32_t>(blocks);
  o.warps_per_sm = o.blocks_per_sm * o.warps_per_block;
  o.fraction = double(o.warps_per_sm) / dev.max_warps;
  return o;
}

/// Moves, selects and predicate logic that no counter names run on the integer lanes. Where conversions are not counted
/// either and doubles are few among the instructions, the data are floats, and each double operation takes a
/// conversion, which goes at the rate of doubles (CUDA C++ Programming Guide, "conversions from and to 64-bit types").
void add_unclassified(Demand& d, const Features& f) {
  double rest = d.issue - d.fp16 - d.fp32 - d.fp64 - d.int_add - d.int_mul - d.shift - d.special - d.convert -
                d.shuffle - d.branch - d.load_store;
  if (rest <= 0) return;
  if (!f.has("convert_instructions") && d.fp64 < 0.25 * d.issue) {
    const double conversions = std::min(rest, d.fp64);
    d.fp64 += conversions;
    rest -= conversions;
  }
  d.int_add += rest;
}

/// Counters distinguish types, not pipes: a comparison of floats runs with the integers, an integer multiply or move
/// with the floats, and the compiler chooses so as to fill both. The division is unknown and assumed to be even.
void balance_pipes(Demand& d) { d.fp32 = d.int_add = (d.fp32 + d.int_add) / 2; }

/// Length of the dependence chain of n instructions of a kind with `in_flight` independent ones: at least 1 if there is
/// any. Example: 12 loads, 2 in flight: 6.
double links(double n, double in_flight) { return std::max(std::min(n, 1.0), n / in_flight); }

/// Counters do not show dependences; typical values of ILP and MLP stand in for them.
profile::CriticalPath estimated_path(const Features& f, const Demand& d, double warps) {
  constexpr double ilp = 1.5, mlp = 2;
  profile::CriticalPath p;
  const double loads = f.get("global_load_requests", 0) / warps;
  const double other = std::max(0.0, d.load_store - f.get("global_load_requests", 0));
  const double shared = f.get("shared_requests", other) / warps;
  const double fp64 = d.fp64 / warps, special = d.special / warps, branch = d.branch / warps;
  p.instructions = d.issue / warps;
  p.fp64 = links(fp64, ilp);
  p.special = links(special, ilp);
  p.shared = links(shared, ilp);
  p.global = links(loads, mlp);
  p.branch = branch;  // one after the other
  p.alu = links(std::max(0.0, p.instructions - loads - shared - fp64 - special - branch), ilp);
  p.barrier = d.barriers / warps;
  p.ilp = ilp;
  p.mlp = mlp;
  return p;
}

}  // namespace

Demand demand_from(const Features& f, const launch::Launch& launch, const device::DeviceSpec& dev) {
  Demand d;
  d.blocks = static_cast<double>(launch.grid.count());
  d.threads_per_block = static_cast<double>(launch.block.count());
  d.occupancy = occupancy_from(f, launch, dev);
  d.issue = f.at("warp_instructions");
  for (const auto& field : demand_fields) d.*field.member = f.get(field.name, 0);
  d.min_dram_bytes = d.dram_bytes;
  d.dram_written_bytes = d.dram_bytes / 2;  // not among the features: as if copied
  d.imbalance = f.get("imbalance", 1);
  const double warps = std::max(1.0, d.blocks * d.occupancy.warps_per_block);
  if (f.has("path_alu")) {
    for (const auto& field : path_fields) d.path.*field.member = f.get(field.name, 0);
  } else {
    d.path = estimated_path(f, d, warps);
    add_unclassified(d, f);
    balance_pipes(d);
    d.pipes_estimated = true;
  }
  return d;
}

Features features_of(const Demand& d) {
  Features f;
  for (const auto& field : demand_fields) f.set(field.name, d.*field.member);
  for (const auto& field : path_fields) f.set(field.name, d.path.*field.member);
  f.set("imbalance", d.imbalance);
  return f;
}

}  // namespace forewarp::model
