// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_influence.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "forewarp/emulate/profile/influence/block_transfer.hpp"
#include "forewarp/emulate/profile/influence/induction_range.hpp"
#include "forewarp/emulate/profile/request_shape.hpp"
#include "forewarp/frontend/analysis/dataflow.hpp"
#include "forewarp/frontend/analysis/last_definition.hpp"
#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

/// A flow-insensitive abstract interpretation over BlockValue: a register with several definitions has their join, but
/// where it is certain which of them an instruction reads (last_definition.hpp) it has the value of that one. Each
/// round recomputes all registers from the values of the round before until nothing changes, at most max_rounds rounds
/// of O(instructions); without convergence nothing is known. A register r that is set once and otherwise only becomes
/// r + c is an induction: its value is what it was set to, plus c times the iterations. Rounds are whole passes,
/// without the worklist of frontend/analysis: the value of a register also follows from the limit of its loop, which
/// none of the instructions that define it reads.
///
///     r1 = ctaid.x;  r2 = r1 * 256 + tid.x;  L: p = r2 < 1000;  @!p bra end;  ...  r2 = r2 + 4096;  bra L;
///
/// gives r2 = 256 b + [0, 255] + 4096 k, and p the condition 256 b + [-1000, -745] + 4096 k.
namespace forewarp::profile {
namespace {

constexpr unsigned max_rounds = 32;
constexpr double few_outcomes = 24;  ///< of a condition; with more, a few blocks cannot represent the others
constexpr std::size_t max_conditions = 64;

/// While it lives, registers have the values that one instruction reads.
class ValuesRead {
 public:
  ValuesRead(std::span<const analysis::LastDefinitions::Read> reads, std::vector<BlockValue>& values,
             const std::vector<BlockValue>& of_definitions)
      : reads_(reads), values_(values) {
    for (const auto& read : reads_)
      before_.push_back(std::exchange(values_[read.reg], of_definitions[read.definition]));
  }
  ~ValuesRead() {
    for (std::size_t k = 0; k < reads_.size(); ++k) values_[reads_[k].reg] = std::move(before_[k]);
  }
  ValuesRead(const ValuesRead&) = delete;
  ValuesRead& operator=(const ValuesRead&) = delete;

 private:
  std::span<const analysis::LastDefinitions::Read> reads_;
  std::vector<BlockValue>& values_;
  std::vector<BlockValue> before_;
};

/// Whether it was another.
bool set(BlockValue& value, const BlockValue& now) {
  if (value == now) return false;
  value = now;
  return true;
}

class Analysis {
 public:
  Analysis(const ptx::Function& entry, const launch::Launch& launch, unsigned warp_size)
      : entry_(entry),
        cfg_(analysis::control_flow(entry)),
        flow_(entry, cfg_),
        last_(flow_),
        values_(entry.registers.size()),
        of_definitions_(entry.body.size()),
        context_{&entry, &launch, warp_size, &values_, nullptr} {}

  [[nodiscard]] bool solve();
  [[nodiscard]] BlockInfluence result();

 private:
  [[nodiscard]] BlockValue defined_at(std::uint32_t n);
  [[nodiscard]] BlockValue defined(std::uint32_t reg);
  [[nodiscard]] std::optional<std::int64_t> step_at(std::uint32_t n, std::uint32_t reg) const;
  void weigh_control(std::uint32_t n, const BlockValue& decides, BlockInfluence& out) const;
  void weigh_addresses(std::uint32_t n, BlockInfluence& out) const;
  void keep_useful_conditions(BlockInfluence& out) const;

  const ptx::Function& entry_;
  analysis::Cfg cfg_;
  analysis::Dataflow flow_;
  analysis::LastDefinitions last_;
  std::vector<BlockValue> values_;          ///< by register
  std::vector<BlockValue> of_definitions_;  ///< by instruction, of those that last_ has as definitions
  TransferContext context_;
};

/// A guard that differs between blocks of a class makes the result differ, too.
BlockValue Analysis::defined_at(std::uint32_t n) {
  const ValuesRead here(last_.of(n), values_, of_definitions_);
  const auto& i = entry_.body[n];
  auto out = transferred(context_, i);
  if (i.guard < 0) return out;
  const auto& guard = values_[static_cast<std::size_t>(i.guard)];
  return guard.is_varied() ? mixed(guard, out) : out;
}

/// c where the instruction makes r = r + c.
std::optional<std::int64_t> Analysis::step_at(std::uint32_t n, std::uint32_t reg) const {
  const auto update = analysis::update_of(flow_, n, reg);
  if (!update) return std::nullopt;
  BlockValue by = number(static_cast<std::int64_t>(update->addend.bits));
  if (update->addend.kind == ptx::OperandKind::reg && update->addend.component == 0)
    by = values_[static_cast<std::size_t>(update->addend.index)];
  if (!by.is_number()) return std::nullopt;
  return update->subtracts ? -by.form.low : by.form.low;
}

/// The value of a register over all its definitions: a single one, an induction of two, or the join.
BlockValue Analysis::defined(std::uint32_t reg) {
  const auto definitions = flow_.definitions(reg);
  if (definitions.size() == 1) return defined_at(definitions[0]);
  if (definitions.size() == 2) {
    for (const unsigned update : {1U, 0U}) {
      const auto step = step_at(definitions[update], reg);
      if (!step) continue;
      auto out = defined_at(definitions[1 - update]);
      if (!out.is_affine() || out.form.is_open) return out;
      if (out.form.step != 0) return joined(out, sum(out, same_unknown()));  // inside of another loop
      if (out.is_same()) {
        const auto value_of = [&](const ptx::Operand& o) { return operand_value(context_, o); };
        if (const auto range = induction_range(flow_, {reg, definitions[update], *step, out}, value_of)) return *range;
      }
      out.form.step = *step;
      return out;
    }
  }
  BlockValue out;
  for (const auto n : definitions) out = joined(out, defined_at(n));
  return out;
}

bool Analysis::solve() {
  for (unsigned round = 0; round < max_rounds; ++round) {
    bool is_changed = false;
    for (std::uint32_t n = 0; n < entry_.body.size(); ++n) {
      if (last_.is_read(n)) is_changed |= set(of_definitions_[n], defined_at(n));
      for (const auto reg : flow_.written(n)) is_changed |= set(values_[reg], defined(reg));
    }
    if (!is_changed) return true;
  }
  return false;
}

/// A branch or guard on this value: known only if the value is the same in every block of a class.
void Analysis::weigh_control(std::uint32_t n, const BlockValue& decides, BlockInfluence& out) const {
  if (decides.is_same()) return;
  out.control_reads_data |= decides.by_data || !decides.is_varied();
  if (const auto is_short = short_branch(flow_, n))
    out.short_branches.push_back(*is_short);
  else
    out.control_is_known = false;
}

/// Addresses of blocks of a class may differ by multiples of the value's granule: harmless if these are whole sectors.
void Analysis::weigh_addresses(std::uint32_t n, BlockInfluence& out) const {
  const auto space = ptx::space_of(entry_.body[n].opcode, entry_.body[n].space);
  const bool is_off_chip = space != ptx::StateSpace::param && space != ptx::StateSpace::shared;
  if (!ptx::accesses_memory(entry_.body[n].opcode) || !is_off_chip) return;
  for (const auto reg : flow_.address(n)) {
    const auto& value = values_[reg];
    out.addresses_read_data |= value.by_data || value.kind == BlockValue::Kind::unset;
    out.sectors_are_known &= !value.by_data && granule_of(value) % static_cast<std::int64_t>(sector_bytes) == 0;
  }
}

/// A condition with many outcomes makes no classes of blocks, but what it decides is not known then.
void Analysis::keep_useful_conditions(BlockInfluence& out) const {
  auto& all = out.conditions;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const auto& grid = context_.launch->grid;
  const BlockBox whole{{0, 0, 0}, {grid.x, grid.y, grid.z}};
  const auto is_useless = [&](const BlockCondition& c) { return max_outcomes(c, whole) > few_outcomes; };
  // Threads of a block may take both sides at many blocks: that is a condition with two sides and a blurred boundary.
  const auto is_graded = [&](const BlockCondition& c) { return is_useless(c) && (c.is_open || c.step != 0); };
  const auto before = all.size();
  std::erase_if(all, is_graded);
  if (all.size() > max_conditions) all.resize(max_conditions);
  if (all.size() < before) out.control_is_known = false;
}

/// A last pass over the solved values that collects conditions and judges every guard and address.
BlockInfluence Analysis::result() {
  BlockInfluence out;
  context_.conditions = &out.conditions;
  out.control_is_known = out.sectors_are_known = true;
  out.control_reads_data = out.addresses_read_data = false;
  for (std::uint32_t n = 0; n < entry_.body.size(); ++n) {
    const auto& i = entry_.body[n];
    const ValuesRead here(last_.of(n), values_, of_definitions_);
    if (!flow_.written(n).empty()) static_cast<void>(transferred(context_, i));
    if (i.guard >= 0) weigh_control(n, values_[static_cast<std::size_t>(i.guard)], out);
    if (i.opcode == ptx::Opcode::call || i.opcode == ptx::Opcode::brx) weigh_control(n, from_data(), out);
    weigh_addresses(n, out);
  }
  keep_useful_conditions(out);
  return out;
}

}  // namespace

BlockInfluence block_influence(const ptx::Function& entry, const launch::Launch& launch, unsigned warp_size) {
  Analysis analysis(entry, launch, warp_size);
  if (!analysis.solve()) return {};
  return analysis.result();
}

}  // namespace forewarp::profile
