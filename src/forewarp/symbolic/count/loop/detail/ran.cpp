// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Emulates all blocks and counts lanes per basic block; operations follow from the instructions of the blocks.
#include "forewarp/symbolic/count/loop/detail/ran.hpp"

#include <bit>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/lane_counter.hpp"
#include "forewarp/symbolic/count/ptx/kind.hpp"

namespace forewarp::count::detail {

namespace {

/// Where each argument's buffer begins.
using Buffers = std::map<std::uint64_t, std::string>;

std::uint64_t lanes_of(emu::LaneMask mask) { return static_cast<std::uint64_t>(std::popcount(mask)); }

std::string direction_of(emu::AccessKind kind) {
  if (kind == emu::AccessKind::load) return "load";
  return kind == emu::AccessKind::store ? "store" : "atomic";
}

/// Lanes by basic block, and what they access and wait for.
class RanCounter final : public profile::LaneCounter {
 public:
  RanCounter(std::size_t blocks, const Buffers& buffers) : LaneCounter(blocks), buffers_(buffers) {}
  [[nodiscard]] std::unique_ptr<Observer> fork() const override {
    return std::make_unique<RanCounter>(lanes().size(), buffers_);
  }
  void merge(Observer& later) override {
    LaneCounter::merge(later);
    const auto& other = dynamic_cast<RanCounter&>(later);
    for (const auto& [key, value] : other.ran_.bytes) ran_.bytes[key] += value;
    ran_.barriers += other.ran_.barriers;
  }
  void barrier(emu::WarpId, std::uint32_t, emu::LaneMask active) override { ran_.barriers += lanes_of(active); }
  /// The lanes of an access belong to one buffer, so the first active lane's address names it.
  void access(emu::WarpId, const emu::Access& a) override {
    if (a.active == 0 || (a.space != ptx::StateSpace::global && a.space != ptx::StateSpace::shared)) return;
    const bool global = a.space == ptx::StateSpace::global;
    const std::string array = global ? buffer_at(a.addresses[std::countr_zero(a.active)]) : "";
    ran_.bytes[{global ? "global" : "local", direction_of(a.kind), array}] += lanes_of(a.active) * a.bytes;
  }

  /// Every instruction of a basic block is executed by the lanes that entered the block; counting
  /// entries is much cheaper than counting instructions.
  [[nodiscard]] Ran finish(const emu::ProgramMap& program) {
    for (std::size_t b = 0; b < lanes().size(); ++b)
      for (std::uint32_t n = program.blocks[b].first; n < program.blocks[b].last; ++n) {
        const ptx::Instruction& i = program.blocks[b].function->body[n];
        if (const std::string kind = kind_of(i.opcode); !kind.empty())
          ran_.operations[{type_name(i.type()), kind}] += lanes()[b];
      }
    return std::move(ran_);
  }

 private:
  [[nodiscard]] std::string buffer_at(std::uint64_t address) const {
    auto after = buffers_.upper_bound(address);
    return after == buffers_.begin() ? "" : std::prev(after)->second;
  }

  const Buffers& buffers_;
  Ran ran_;
};

}  // namespace

Ran run(const ptx::Module& module, const launch::Launch& launch) {
  emu::Machine machine(module, launch.entry, {.max_warp_instructions = std::uint64_t{1} << 28});
  const emu::BoundArguments bound = emu::bind(launch, machine);
  Buffers buffers;
  for (std::size_t n = 0; n < launch.arguments.size(); ++n)
    if (std::holds_alternative<launch::Buffer>(launch.arguments[n].value))
      buffers.emplace(bound.addresses[n], launch.arguments[n].name);
  RanCounter counter(machine.program().blocks.size(), buffers);
  machine.run(launch, bound.bytes, {}, &counter);
  return counter.finish(machine.program());
}

}  // namespace forewarp::count::detail
