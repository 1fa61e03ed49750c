// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Each instruction that may poll is judged in its innermost loop: are its address and its operands the same in every
// iteration, and does the branch that leaves the loop depend on its result? Both are slices inside the loop, which
// loop_body.hpp limits.
#include "forewarp/frontend/analysis/loops/wait_loops.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/taint.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

bool is_read_of_others(const ptx::Instruction& i) {
  constexpr std::string_view words[] = {"volatile", "relaxed", "acquire", "mmio", "cv", "cg"};
  return i.opcode == Opcode::ld && std::ranges::any_of(words, [&](std::string_view word) { return i.has(word); });
}

class WaitLoopFinder {
 public:
  explicit WaitLoopFinder(const Dataflow& flow) : flow_(flow), of_launch_(registers_of_launch()) {}

  std::vector<WaitLoop> run() {
    std::vector<WaitLoop> out;
    for (std::uint32_t n = 0; n < flow_.instructions(); ++n) {
      const auto kind = kind_of(n);
      if (!kind || comes_with_launch(n)) continue;
      const Loop* loop = flow_.cfg().innermost_loop(flow_.cfg().block_of[n]);
      if (loop == nullptr) continue;
      const auto number = static_cast<std::uint32_t>(loop - flow_.cfg().loops.data());
      const LoopBody body(flow_, number, steps_);
      if (!is_same_each_time(body, n) || !decides(body, n, *kind) || body.is_exhausted()) continue;
      if (*kind == WaitKind::value && works(body)) continue;
      out.push_back({*kind, number, n});
    }
    return out;
  }

 private:
  [[nodiscard]] const ptx::Instruction& at(std::uint32_t n) const { return flow_.function().body[n]; }

  /// A number that the operand always is.
  [[nodiscard]] std::optional<std::uint64_t> number(const ptx::Operand& operand) const {
    if (operand.kind == OperandKind::immediate) return operand.bits;
    if (operand.kind != OperandKind::reg) return std::nullopt;
    const auto definitions = flow_.definitions(static_cast<std::uint32_t>(operand.index));
    if (definitions.size() != 1 || at(definitions[0]).opcode != Opcode::mov) return std::nullopt;
    const ptx::Operand& value = flow_.function().operands_of(at(definitions[0]))[1];
    return value.kind == OperandKind::immediate ? std::optional(value.bits) : std::nullopt;
  }

  /// What the instruction may poll for, by itself.
  [[nodiscard]] std::optional<WaitKind> kind_of(std::uint32_t n) const {
    const ptx::Instruction& i = at(n);
    if (is_read_of_others(i)) return WaitKind::value;
    const auto operands = flow_.function().operands_of(i);
    if (i.opcode != Opcode::atom || operands.size() < 3) return std::nullopt;
    if (i.has("exch")) return WaitKind::lock;
    if (i.has("cas")) {
      if (operands.size() < 4) return std::nullopt;
      const auto from = number(operands[2]), to = number(operands[3]);
      return from && to && *from == *to ? WaitKind::value : WaitKind::lock;
    }
    const bool adds = i.has("add") || i.has("or");
    return adds && number(operands[2]) == 0U ? std::optional(WaitKind::value) : std::nullopt;
  }

  /// Registers that follow from the workspace of a cooperative launch (%envreg).
  [[nodiscard]] RegisterSet registers_of_launch() const {
    std::vector<std::uint32_t> seeds;
    for (std::uint32_t n = 0; n < flow_.instructions(); ++n) {
      const auto reads = [](const ptx::Operand& o) {
        return o.kind == OperandKind::special && o.special == ptx::Special::envreg;
      };
      if (std::ranges::any_of(flow_.function().operands_of(at(n)), reads))
        seeds.insert(seeds.end(), flow_.written(n).begin(), flow_.written(n).end());
    }
    return dependents_of(flow_, seeds, [&](std::uint32_t n) { return !ptx::reads_beyond_registers(at(n).opcode); });
  }

  [[nodiscard]] bool comes_with_launch(std::uint32_t n) const {
    return std::ranges::any_of(flow_.address(n), [&](std::uint32_t reg) { return of_launch_[reg]; });
  }

  static bool is_memory(const ptx::Instruction& i) {
    return ptx::reads_beyond_registers(i.opcode) && i.space != ptx::StateSpace::param;
  }

  /// Address and operands depend neither on the iteration before nor on what the loop reads.
  [[nodiscard]] bool is_same_each_time(const LoopBody& body, std::uint32_t n) const {
    Slice slice;
    for (const std::uint32_t reg : flow_.sources(n)) body.follow(reg, n, slice);
    const bool reads = std::ranges::any_of(slice.instructions, [&](std::uint32_t d) { return is_memory(at(d)); });
    return slice.carried.empty() && !reads;
  }

  /// Whether a branch out of the loop depends on the result of the poll, and, where it waits for a value, on nothing
  /// that the loop counts. The branch on a lock that was taken may also lead through the section back to the loop's end
  /// (if (taken) { ...; done = true; } while (!done)).
  [[nodiscard]] bool decides(const LoopBody& body, std::uint32_t n, WaitKind kind) const {
    return std::ranges::any_of(body.loop().blocks, [&](std::uint32_t block) {
      const BasicBlock& b = flow_.cfg().blocks[block];
      if (b.last <= b.first || at(b.last - 1).guard < 0 || b.successors.size() < 2) return false;
      if (kind == WaitKind::value && !body.leaves(block)) return false;
      Slice slice;
      body.follow(static_cast<std::uint32_t>(at(b.last - 1).guard), b.last - 1, slice,
                  [&](std::uint32_t d) { return is_memory(at(d)) && !ptx::info_of(at(d).opcode).cross_lane; });
      return slice.instructions.contains(n) && (kind == WaitKind::lock || slice.carried.empty());
    });
  }

  /// Barriers of the block, calls, and stores that others see.
  [[nodiscard]] bool works(const LoopBody& body) const {
    const auto is_work = [&](const ptx::Instruction& i) {
      const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
      if (info.sync == ptx::Sync::barrier) return !i.has("warp");
      if (info.control == ptx::Control::call) return true;
      const bool is_own = i.space == ptx::StateSpace::local || i.space == ptx::StateSpace::param;
      const bool is_read = kind_of(static_cast<std::uint32_t>(&i - flow_.function().body.data())) == WaitKind::value;
      return ptx::writes_memory(i.opcode) && !is_own && !is_read;
    };
    return std::ranges::any_of(body.loop().blocks, [&](std::uint32_t block) {
      const BasicBlock& b = flow_.cfg().blocks[block];
      const auto& all = flow_.function().body;
      return std::any_of(all.begin() + b.first, all.begin() + b.last, is_work);
    });
  }

  const Dataflow& flow_;
  RegisterSet of_launch_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<WaitLoop> wait_loops(const Dataflow& flow) { return WaitLoopFinder(flow).run(); }

}  // namespace forewarp::analysis
