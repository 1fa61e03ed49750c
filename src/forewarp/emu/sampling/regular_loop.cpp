// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emu/sampling/regular_loop.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "forewarp/emu/sampling/dataflow.hpp"
#include "forewarp/emu/sampling/instruction_kinds.hpp"

namespace forewarp::emu {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

/// Larger functions than anyone writes are left alone: the search is quadratic in places.
constexpr std::size_t most_instructions = 65536, most_blocks = 4096, most_loops = 256;
constexpr unsigned most_passes = 64;
/// Instructions that may be followed back for all loops of a function together: a quarter of a second.
constexpr std::size_t most_steps = 2'000'000;

/// What a set of values inside the loop depends on, followed back to the loop's start.
struct Slice {
  std::set<std::uint32_t> carried;       ///< registers whose value comes over from the iteration before
  std::set<std::uint32_t> instructions;  ///< that compute it in the loop
  bool has_load = false;                 ///< on memory, other lanes, or a clock
};

/// One loop under examination.
class Candidate {
 public:
  Candidate(const Dataflow& flow, std::uint32_t number, std::size_t& steps)
      : flow_(flow), cfg_(flow.cfg()), loop_(flow.cfg().loops[number]), steps_(steps) {
    for (const auto block : loop_.blocks) {
      for (auto n = cfg_.blocks[block].first; n < cfg_.blocks[block].last; ++n) has_barrier_ |= is_barrier(at(n));
    }
  }

  std::optional<RegularLoop> examine() {
    if (loop_.latches.size() != 1 || !structure_is_simple()) return std::nullopt;
    RegularLoop out;
    out.header = loop_.header;
    Slice moving;
    for (const auto block : loop_.blocks) {
      if (!examine_block(block, moving, out)) return std::nullopt;
    }
    for (const auto& [instruction, watch] : watches_) out.watches.push_back(watch);
    if (out.exits.empty() || !find_inductions(moving.carried, out) || accumulates_control(out)) return std::nullopt;
    if (steps_ > most_steps) return std::nullopt;
    return out;
  }

 private:
  [[nodiscard]] bool contains(std::uint32_t block) const {
    return std::binary_search(loop_.blocks.begin(), loop_.blocks.end(), block);
  }
  [[nodiscard]] bool is_inside(std::uint32_t instruction) const { return contains(cfg_.block_of[instruction]); }
  [[nodiscard]] const ptx::Instruction& at(std::uint32_t n) const { return flow_.function().body[n]; }

  /// Executed exactly once an iteration: not in a loop inside, not under a condition.
  [[nodiscard]] bool every_iteration(std::uint32_t block) const {
    if (!flow_.block_dominates(block, loop_.latches[0])) return false;
    for (const auto& other : cfg_.loops) {
      if (other.depth > loop_.depth && contains(other.header) &&
          std::binary_search(other.blocks.begin(), other.blocks.end(), block)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool leaves(std::uint32_t block) const {
    const auto& next = cfg_.blocks[block].successors;
    return std::any_of(next.begin(), next.end(), [&](std::uint32_t s) { return !contains(s); });
  }

  [[nodiscard]] bool structure_is_simple() const {
    for (const auto block : loop_.blocks) {
      const auto& b = cfg_.blocks[block];
      if (b.first >= b.last || b.successors.empty()) return false;
      for (auto n = b.first; n < b.last; ++n) {
        const auto opcode = at(n).opcode;
        const bool is_end = opcode == Opcode::ret || opcode == Opcode::exit || opcode == Opcode::trap;
        if (opcode == Opcode::call || opcode == Opcode::brx || is_end) return false;
      }
      if (leaves(block)) {
        if (b.successors.size() != 2 || !every_iteration(block)) return false;
      } else if (b.successors.size() > 1 && !contains(cfg_.immediate_post_dominator[block])) {
        return false;
      }
    }
    return true;
  }

  void follow(std::uint32_t reg, std::uint32_t use, Slice& slice) const {
    follow_until(reg, use, slice, [](std::uint32_t) { return false; });
  }

  /// stop(instruction) is true for what needs no following.
  template <typename Stop>
  void follow_until(std::uint32_t reg, std::uint32_t use, Slice& slice, const Stop& stop) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> todo{{reg, use}};
    while (!todo.empty()) {
      const auto [r, at_use] = todo.back();
      todo.pop_back();
      steps_ += 1 + flow_.definitions(r).size();
      if (steps_ > most_steps) {
        slice.has_load = true;  // for all that is known
        return;
      }
      bool inside = false, before = false;
      for (const auto d : flow_.definitions(r)) {
        if (!is_inside(d)) continue;
        inside = true;
        before |= flow_.dominates(d, at_use);
        if (!slice.instructions.insert(d).second || stop(d)) continue;
        slice.has_load |= is_load(at(d)) || reads_clock(flow_.function(), at(d));
        for (const auto source : flow_.sources(d)) todo.emplace_back(source, d);
      }
      if (inside && !before) slice.carried.insert(r);
    }
  }

  /// Conditions other than the loop's own exits may not change from iteration to iteration, unless they are watched.
  bool is_steady(std::uint32_t instruction, Slice& moving) {
    Slice slice;
    follow_until(static_cast<std::uint32_t>(at(instruction).guard), instruction, slice,
                 [&](std::uint32_t n) { return is_watched(n, moving); });
    return slice.carried.empty() && !slice.has_load;
  }

  /// A comparison, minimum or maximum of integers that grow evenly: what comes of it stays for a while.
  bool is_watched(std::uint32_t n, Slice& moving) {
    if (watches_.contains(n)) return true;
    const auto& instruction = at(n);
    const auto operands = flow_.function().operands_of(instruction);
    LoopWatch watch;
    if (instruction.guard >= 0 || operands.size() != 3 || operands[0].kind != OperandKind::reg ||
        !describe(instruction, watch)) {
      return false;
    }
    Slice left, right;
    if (!examine_operand(operands[1], n, left, watch.condition.left) ||
        !examine_operand(operands[2], n, right, watch.condition.right)) {
      return false;
    }
    if (left.carried.empty() && right.carried.empty()) return true;
    if (!can_be_watched(operands[1]) || !can_be_watched(operands[2])) return false;
    if (!watch.may_hold) {
      if (!left.carried.empty() && !right.carried.empty()) return false;
      if (left.carried.empty()) std::swap(watch.condition.left, watch.condition.right);
    }
    for (const auto* side : {&left, &right}) moving.carried.insert(side->carried.begin(), side->carried.end());
    watches_.emplace(n, watch);
    return true;
  }

  /// Of a minimum or maximum: the comparison by which the side that moves would be taken.
  static bool describe(const ptx::Instruction& instruction, LoopWatch& watch) {
    const auto type = instruction.type();
    if (!is_plain_integer(type)) return false;
    watch.condition.is_signed = ptx::is_signed(type);
    watch.condition.bytes = static_cast<std::uint8_t>(ptx::size_of(type));
    if (instruction.opcode == Opcode::setp) {
      const auto comparison = comparison_of(instruction);
      if (comparison) watch.condition.leaves_when = *comparison;
      return comparison.has_value();
    }
    watch.may_hold = false;
    watch.condition.leaves_when = instruction.opcode == Opcode::min ? Comparison::less : Comparison::greater;
    return (instruction.opcode == Opcode::min || instruction.opcode == Opcode::max) && !instruction.has("relu");
  }

  /// Warps that meet at a barrier must skip as many iterations as one another.
  [[nodiscard]] bool can_be_watched(const ptx::Operand& operand) const {
    if (operand.kind != OperandKind::reg) return true;
    const auto reg = static_cast<std::uint32_t>(operand.index);
    const auto& definitions = flow_.definitions(reg);
    return std::count_if(definitions.begin(), definitions.end(), [&](std::uint32_t d) { return is_inside(d); }) <= 1 &&
           (!has_barrier_ || is_same_for_all_threads(reg));
  }

  [[nodiscard]] bool is_same_for_all_threads(std::uint32_t reg) const {
    if (!flow_.function().is_entry) return false;
    std::set<std::uint32_t> seen{reg};
    for (std::vector<std::uint32_t> todo{reg}; !todo.empty();) {
      const auto r = todo.back();
      todo.pop_back();
      for (const auto d : flow_.definitions(r)) {
        const auto block = cfg_.block_of[d];
        const bool by_all = is_inside(d) ? every_iteration(block) : flow_.block_dominates(block, loop_.header);
        if (!by_all || at(d).guard >= 0 || differs_by_thread(flow_, d)) return false;
        for (const auto source : flow_.sources(d)) {
          if (seen.insert(source).second) todo.push_back(source);
        }
      }
    }
    return true;
  }

  bool examine_block(std::uint32_t block, Slice& moving, RegularLoop& out) {
    const auto& b = cfg_.blocks[block];
    for (auto n = b.first; n < b.last; ++n) {
      if (touches_memory(at(n))) {
        for (const auto reg : flow_.address(n)) follow(reg, n, moving);
      }
      const bool is_exit = n + 1 == b.last && leaves(block);
      if (is_exit && !examine_exit(block, n, moving, out)) return false;
      if (!is_exit && at(n).guard >= 0 && !is_steady(n, moving)) return false;
    }
    return true;
  }

  bool examine_operand(const ptx::Operand& operand, std::uint32_t setp, Slice& moving, ExitOperand& out) const {
    if (operand.kind == OperandKind::immediate) {
      out.bits = operand.bits;
      return true;
    }
    if (operand.kind != OperandKind::reg || operand.index < 0) return false;
    out.reg = operand.index;
    const auto reg = static_cast<std::uint32_t>(operand.index);
    Slice slice;
    follow(reg, setp, slice);
    if (slice.has_load) return false;
    for (const auto n : slice.instructions) {
      const bool is_followed = is_linear(at(n)) || is_fixed_load(flow_, n);
      if (!is_followed || at(n).guard >= 0 || !every_iteration(cfg_.block_of[n])) return false;
    }
    out.computed_before = !slice.instructions.empty() && !slice.carried.contains(reg);
    for (const auto d : flow_.definitions(reg)) {
      out.computed_before |= is_inside(d) && flow_.dominates(d, setp);
    }
    moving.carried.insert(slice.carried.begin(), slice.carried.end());
    return true;
  }

  bool examine_exit(std::uint32_t block, std::uint32_t branch, Slice& moving, RegularLoop& out) const {
    const auto& instruction = at(branch);
    if (instruction.opcode != Opcode::bra || instruction.guard < 0) return false;
    std::optional<std::uint32_t> setp;
    for (const auto d : flow_.definitions(static_cast<std::uint32_t>(instruction.guard))) {
      if (!is_inside(d)) continue;
      if (setp) return false;
      setp = d;
    }
    if (!setp || at(*setp).opcode != Opcode::setp || at(*setp).guard >= 0 || !flow_.dominates(*setp, branch)) {
      return false;
    }
    const auto comparison = comparison_of(at(*setp));
    const auto operands = flow_.function().operands_of(at(*setp));
    const auto type = at(*setp).type();
    if (!comparison || operands.size() != 3 || operands[0].kind != OperandKind::reg || !is_plain_integer(type)) {
      return false;
    }
    // Taken when the guard holds: does the taken side leave? The fall-through is the block after this one.
    const auto& next = cfg_.blocks[block].successors;
    const auto fall_through = cfg_.block_of[std::min<std::size_t>(branch + 1, cfg_.block_of.size() - 1)];
    const auto taken = next[0] == fall_through ? next[1] : next[0];
    if (next[0] == next[1] || (taken != fall_through && contains(taken) == contains(fall_through))) return false;
    const bool leaves_when_true = !contains(taken) != instruction.guard_negated;
    LoopExit exit;
    exit.leaves_when = leaves_when_true ? *comparison : opposite(*comparison);
    exit.is_signed = ptx::is_signed(type);
    exit.bytes = static_cast<std::uint8_t>(ptx::size_of(type));
    if (!examine_operand(operands[1], *setp, moving, exit.left)) return false;
    if (!examine_operand(operands[2], *setp, moving, exit.right)) return false;
    out.exits.push_back(exit);
    return true;
  }

  /// Each register that comes over from the iteration before and matters must be an induction.
  bool find_inductions(const std::set<std::uint32_t>& carried, RegularLoop& out) const {
    for (const auto reg : carried) {
      if (!is_induction(reg)) return false;
      out.inductions.push_back(reg);
    }
    return true;
  }

  /// Its own old value plus what does not change, once in every iteration.
  [[nodiscard]] bool is_induction(std::uint32_t reg) const {
    Slice slice;
    for (const auto d : flow_.definitions(reg)) {
      if (!is_inside(d)) continue;
      slice.instructions.insert(d);
      slice.has_load |= is_load(at(d));
      for (const auto source : flow_.sources(d)) follow(source, d, slice);
    }
    if (slice.has_load || slice.carried != std::set<std::uint32_t>{reg}) return false;
    for (const auto n : slice.instructions) {
      if (!is_sum(at(n)) || at(n).guard >= 0 || !every_iteration(cfg_.block_of[n])) return false;
    }
    return !doubles(slice, reg);
  }

  /// r = r + r, or -r: a sum that reads what depends on r more than once, or subtracts it.
  [[nodiscard]] bool doubles(const Slice& slice, std::uint32_t reg) const {
    std::set<std::uint32_t> depends{reg};
    for (std::size_t pass = 0; pass <= slice.instructions.size(); ++pass) {
      for (const auto n : slice.instructions) {
        const auto reads = std::count_if(flow_.sources(n).begin(), flow_.sources(n).end(),
                                         [&](std::uint32_t s) { return depends.contains(s); });
        if (reads == 0) continue;
        if (reads > 1) return true;
        if (at(n).opcode == Opcode::sub && flow_.sources(n).size() == 2 && depends.contains(flow_.sources(n)[1])) {
          return true;
        }
        if (at(n).opcode == Opcode::sub && flow_.sources(n).size() == 1 &&
            flow_.function().operands_of(at(n))[1].kind != OperandKind::reg) {
          return true;
        }
        for (const auto w : flow_.written(n)) depends.insert(w);
      }
    }
    return false;
  }

  /// Whether a value that skipping leaves wrong reaches an address or a condition. Other inductions are set forward,
  /// too.
  [[nodiscard]] bool accumulates_control(RegularLoop& loop) const {
    const auto count = static_cast<std::uint32_t>(flow_.function().body.size());
    std::set<std::uint32_t> wrong;
    for (const auto block : loop_.blocks) {
      for (auto n = cfg_.blocks[block].first; n < cfg_.blocks[block].last; ++n) mark_accumulated(n, loop, wrong);
    }
    bool grew = !wrong.empty();
    for (unsigned pass = 0; grew; ++pass) {
      if (pass == most_passes) return true;
      grew = false;
      for (std::uint32_t n = 0; n < count; ++n) {
        const auto sources = flow_.sources(n);
        if (std::none_of(sources.begin(), sources.end(), [&](std::uint32_t s) { return wrong.contains(s); })) continue;
        for (const auto w : flow_.written(n)) grew |= wrong.insert(w).second;
      }
    }
    for (std::uint32_t n = 0; n < count; ++n) {
      if (at(n).guard >= 0 && wrong.contains(static_cast<std::uint32_t>(at(n).guard))) return true;
      if (!touches_memory(at(n))) continue;
      for (const auto reg : flow_.address(n)) {
        if (wrong.contains(reg)) return true;
      }
    }
    return false;
  }

  /// Registers that this instruction reads from the iteration before and that are no inductions.
  void mark_accumulated(std::uint32_t n, RegularLoop& loop, std::set<std::uint32_t>& wrong) const {
    for (const auto reg : flow_.sources(n)) {
      if (std::find(loop.inductions.begin(), loop.inductions.end(), reg) != loop.inductions.end()) continue;
      const auto& definitions = flow_.definitions(reg);
      const auto inside = [&](std::uint32_t d) { return is_inside(d); };
      const auto before = [&](std::uint32_t d) { return is_inside(d) && flow_.dominates(d, n); };
      if (std::any_of(definitions.begin(), definitions.end(), inside) &&
          std::none_of(definitions.begin(), definitions.end(), before) && !wrong.contains(reg)) {
        if (is_induction(reg)) {
          loop.inductions.push_back(reg);
        } else {
          wrong.insert(reg);
        }
      }
    }
  }

  const Dataflow& flow_;
  const ptx::Cfg& cfg_;
  const ptx::Loop& loop_;
  std::size_t& steps_;  ///< taken so far, in all loops of the function
  bool has_barrier_ = false;
  std::map<std::uint32_t, LoopWatch> watches_;  ///< by their instructions
};

}  // namespace

std::vector<std::optional<RegularLoop>> regular_loops(const ptx::Function& function, const ptx::Cfg& cfg) {
  std::vector<std::optional<RegularLoop>> out(cfg.loops.size());
  if (cfg.loops.empty() || cfg.loops.size() > most_loops || cfg.blocks.size() > most_blocks ||
      function.body.size() > most_instructions) {
    return out;
  }
  const Dataflow flow(function, cfg);
  std::size_t steps = 0;
  for (std::uint32_t n = 0; n < cfg.loops.size(); ++n) out[n] = Candidate(flow, n, steps).examine();
  return out;
}

}  // namespace forewarp::emu
