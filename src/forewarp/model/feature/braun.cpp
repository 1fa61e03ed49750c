// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/braun.hpp"

#include <array>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::feature {
namespace {

using ptx::InstructionClass;

/// Where each lane gives the address of one row of an 8x8 matrix of halves, or copies at most so much.
constexpr double row_bytes = 16;

/// Thread instructions by the classes of braun2020 and bytes by state space.
struct Counts {
  double total = 0;
  std::array<double, 7> by_class{};
  double global = 0, param = 0, shared = 0, local = 0;
  [[nodiscard]] double of(InstructionClass c) const { return by_class[static_cast<std::size_t>(c)]; }
};

/// Atomics count as memory, not as arithmetic: their width is added once, as the issue and the authors' tool have it.
Counts count(std::span<const profile::InstructionCount> instructions) {
  Counts counts;
  for (const auto& i : instructions) {
    counts.total += i.threads;
    const InstructionClass c = ptx::class_of(i.opcode);
    counts.by_class[static_cast<std::size_t>(c)] += i.threads;
    if (c != InstructionClass::memory) continue;
    const double bytes = i.threads * access_width(i.mnemonic);
    switch (i.space) {
      case ptx::StateSpace::global:
      case ptx::StateSpace::none:  // generic: nearly always global
        counts.global += bytes;
        break;
      case ptx::StateSpace::param:
        counts.param += bytes;
        break;
      case ptx::StateSpace::shared:
        counts.shared += bytes;
        break;
      case ptx::StateSpace::local:
        counts.local += bytes;
        break;
      case ptx::StateSpace::reg:
      case ptx::StateSpace::sreg:
      case ptx::StateSpace::const_:
      case ptx::StateSpace::tex:
        break;
    }
  }
  return counts;
}

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

/// Bytes per lane: ld.global.v4.f32 has 4 * 4 = 16. A wmma load moves a whole matrix with 32 lanes:
/// 16 x 16 halves are 512 bytes, 16 per lane.
double access_width(const ptx::MnemonicText& mnemonic) {
  const ptx::Mnemonic& decoded = mnemonic.decoded();
  const bool copies_lane_by_lane = decoded.opcode == ptx::Opcode::cp && !decoded.has(ptx::Modifier::bulk);
  if (copies_lane_by_lane || decoded.opcode == ptx::Opcode::ldmatrix || decoded.opcode == ptx::Opcode::stmatrix)
    return row_bytes;
  if (const auto& transfer = mnemonic.wmma_transfer()) {
    constexpr double lanes = 32;
    return transfer->rows() * transfer->columns() * ptx::size_of(transfer->element) / lanes;
  }
  return ptx::size_of(decoded.type_from_end(0)) * decoded.vector;
}

Features braun_features(const profile::Profile& profile) {
  return braun_features(profile.launch.grid, profile.launch.block, profile.instructions);
}

Features braun_features(launch::Dim3 grid, launch::Dim3 block,
                        std::span<const profile::InstructionCount> instructions) {
  const Counts n = count(instructions);
  const double arithmetic = n.of(InstructionClass::arithmetic);
  Features f;
  f.set("threads_per_cta", static_cast<double>(block.count()));
  f.set("ctas", static_cast<double>(grid.count()));
  f.set("total_instructions", n.total);
  f.set("special_ops", n.of(InstructionClass::special));
  f.set("logic_ops", n.of(InstructionClass::logic));
  f.set("control_ops", n.of(InstructionClass::control));
  f.set("arithmetic_ops", arithmetic);
  f.set("sync_ops", n.of(InstructionClass::sync));
  f.set("global_bytes", n.global);
  f.set("param_bytes", n.param);
  f.set("shared_bytes", n.shared);
  // The paper prints local memory in the denominator (section 3.2); the published tool divides by
  // parameter memory, and the published models were trained on that. Both are here.
  f.set("arithmetic_intensity", ratio(arithmetic, n.global + n.param));
  f.set("local_bytes", n.local);
  f.set("intensity_as_printed", ratio(arithmetic, n.global + n.local));
  return f;
}

const std::vector<std::string>& braun_names() {
  static const std::vector<std::string> names = {
      "threads_per_cta", "ctas",     "total_instructions", "special_ops", "logic_ops",    "control_ops",
      "arithmetic_ops",  "sync_ops", "global_bytes",       "param_bytes", "shared_bytes", "arithmetic_intensity"};
  return names;
}

}  // namespace forewarp::feature
