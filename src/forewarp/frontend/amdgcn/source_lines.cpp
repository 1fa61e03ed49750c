// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/source_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::PtxLine;
using machine::Space;

bool moves_bytes(Effect effect) { return effect == Effect::load || effect == Effect::store || effect == Effect::copy; }

bool is_integer_operation(const ptx::Instruction& i) {
  using ptx::Operation;
  using ptx::Type;
  return is_one_of(i.type(), Type::b32, Type::u32, Type::s32) &&
         is_one_of(ptx::info_of(i.opcode).operation, Operation::add, Operation::multiply, Operation::multiply_add,
                   Operation::logic, Operation::shift, Operation::min_max, Operation::bit_field);
}

/// Of integers, too: divisions.
bool is_of_other_floats(const ptx::Instruction& i) {
  using ptx::Operation;
  using ptx::Type;
  if (is_one_of(ptx::info_of(i.opcode).operation, Operation::divide, Operation::remainder, Operation::root,
                Operation::trigonometric, Operation::exponential))
    return true;
  const bool computes = !is_one_of(ptx::info_of(i.opcode).operation, Operation::none, Operation::move);
  return computes && is_one_of(i.type(), Type::f16, Type::f16x2, Type::bf16, Type::bf16x2);
}

Arithmetic arithmetic_of_ptx(const ptx::Instruction& i, const PtxLine& line) {
  if (line.arithmetic == machine::PtxArithmetic::floats) return Arithmetic::floats;
  return is_integer_operation(i) ? Arithmetic::integers : Arithmetic::any;
}

std::string file_of(const ptx::Module& module, std::uint32_t index) {
  if (index >= module.files.size()) return {};
  const std::string& path = module.files[index];
  return path.substr(path.rfind('/') + 1);
}

Place place_of(const ptx::Module& module, const ptx::Function& function, const ptx::Instruction& i) {
  if (i.loc < 0) return {};
  const ptx::Loc& loc = function.locs[static_cast<std::size_t>(i.loc)];
  return {file_of(module, loc.file), loc.line};
}

/// An instruction of PTX whose executions are known.
struct Placed {
  const ptx::Instruction* instruction;
  const PtxLine* line;
  Place place;
  std::uint32_t depth;  ///< loops around it
};

std::vector<Placed> placed(const ptx::Module& module, const machine::PtxLines& ptx) {
  std::vector<Placed> all;
  for (const ptx::Function& function : module.functions) {
    const analysis::Cfg cfg = analysis::control_flow(function);
    for (std::uint32_t b = 0; b < cfg.blocks.size(); ++b) {
      const analysis::Loop* loop = cfg.innermost_loop(b);
      for (std::uint32_t k = cfg.blocks[b].first; k < cfg.blocks[b].last; ++k) {
        const ptx::Instruction& i = function.body[k];
        const auto counted = ptx.lines.find(i.line);
        if (i.loc < 0 || counted == ptx.lines.end()) continue;
        all.push_back({&i, &counted->second, place_of(module, function, i), loop ? loop->depth : 0});
      }
    }
  }
  return all;
}

/// What the last comparison reads in blocks that leave the loop.
std::set<std::int32_t> compared_by(const ptx::Function& function, const analysis::Cfg& cfg,
                                   const analysis::Loop& loop) {
  std::set<std::int32_t> registers;
  for (const std::uint32_t b : loop.blocks) {
    const analysis::BasicBlock& block = cfg.blocks[b];
    if (std::ranges::all_of(block.successors, [&](std::uint32_t to) { return loop.contains(to); })) continue;
    for (std::uint32_t k = block.last; k-- > block.first;) {
      if (function.body[k].opcode != ptx::Opcode::setp) continue;
      for (const ptx::Operand& operand : function.operands_of(function.body[k]).subspan(1))
        if (operand.kind == ptx::OperandKind::reg) registers.insert(operand.index);
      break;
    }
  }
  return registers;
}

/// The constant that the loop adds to what it compares before it is left, if there is one.
std::uint32_t step_of(const ptx::Function& function, const analysis::Cfg& cfg, const analysis::Loop& loop) {
  const std::set<std::int32_t> compared = compared_by(function, cfg, loop);
  std::set<std::uint32_t> steps;
  for (const std::uint32_t b : loop.blocks) {
    for (std::uint32_t k = cfg.blocks[b].first; k < cfg.blocks[b].last; ++k) {
      const ptx::Instruction& i = function.body[k];
      const auto operands = function.operands_of(i);
      if (!is_one_of(i.opcode, ptx::Opcode::add, ptx::Opcode::sub) || operands.size() != 3) continue;
      const bool is_constant = operands[2].kind == ptx::OperandKind::immediate &&
                               !is_one_of(operands[2].type, ptx::Type::f32, ptx::Type::f64);
      if (!is_constant || !compared.contains(operands[0].index)) continue;
      steps.insert(static_cast<std::uint32_t>(std::abs(static_cast<std::int64_t>(operands[2].bits))));
    }
  }
  return steps.size() == 1 ? *steps.begin() : 0;
}

/// Iterations are the executions of the latch.
void add_loops(const ptx::Module& module, const ptx::Function& function, const machine::PtxLines& ptx,
               std::multimap<Place, PtxLoop>& loops) {
  const analysis::Cfg cfg = analysis::control_flow(function);
  for (const analysis::Loop& loop : cfg.loops) {
    if (loop.latches.size() != 1) continue;
    const analysis::BasicBlock& latch = cfg.blocks[loop.latches.front()];
    const ptx::Instruction& branch = function.body[latch.last - 1];
    const Place place = place_of(module, function, branch);
    const auto counted = ptx.lines.find(branch.line);
    if (place.line == 0 || counted == ptx.lines.end()) continue;
    loops.emplace(place,
                  PtxLoop{loop.depth, counted->second.threads, counted->second.warps, step_of(function, cfg, loop)});
  }
}

}  // namespace

SourceLines::SourceLines(const ptx::Module& module, const std::vector<machine::PtxBlockCount>& counts, double threads,
                         double warps, const Kernel& machine)
    : depths_(machine) {
  const machine::PtxLines ptx = machine::ptx_lines(module, counts, threads, warps);
  lines_.threads = threads;
  lines_.warps = warps;
  const std::vector<Placed> all = placed(module, ptx);
  for (const Placed& p : all) {
    depths_.add_ptx({p.place, p.line->effect}, p.depth);
    if (const Arithmetic arithmetic = arithmetic_of_ptx(*p.instruction, *p.line); arithmetic != Arithmetic::any)
      depths_.add_ptx({p.place, Effect::none, arithmetic}, p.depth);
  }
  Place before;
  for (const Placed& p : all) {
    if (p.place.line > 0) before = p.place;
    // nvcc gives no line to both ways of a division; they are of the line before as a rule.
    if (p.place.line == 0 && is_of_other_floats(*p.instruction))
      add_arithmetic(before, p.depth, *p.instruction, *p.line);
    add_division(p.place.line == 0 ? before : p.place, *p.instruction, *p.line);
    add(p.place, depths_.of_ptx({p.place, p.line->effect}, p.depth), p.instruction->line, *p.line);
    add_arithmetic(p.place, p.depth, *p.instruction, *p.line);
  }
  for (const ptx::Function& function : module.functions) add_loops(module, function, ptx, loops_);
  std::erase_if(lines_.lines, [](const auto& entry) { return entry.second.threads < 0; });
}

/// What is beside the arithmetic of a kind counts at the depth where that is.
void SourceLines::add_arithmetic(const Place& place, std::uint32_t depth, const ptx::Instruction& i,
                                 const PtxLine& line) {
  for (const Arithmetic kind : {Arithmetic::floats, Arithmetic::integers}) {
    const Arithmetic own = arithmetic_of_ptx(i, line);
    PlaceArithmetic& sum = arithmetic_[{{place, depths_.of_ptx({place, Effect::none, kind}, depth)}, kind}];
    if (own == kind) {
      sum.threads += line.threads;
      sum.warps += line.warps;
    }
    sum.has_floats = sum.has_floats || own == Arithmetic::floats;
    sum.has_other_floats = sum.has_other_floats || is_of_other_floats(i);
    sum.has_effects = sum.has_effects || line.effect != Effect::none;
  }
}

void SourceLines::add_division(const Place& place, const ptx::Instruction& i, const PtxLine& line) {
  using ptx::Operation;
  if (!is_one_of(ptx::info_of(i.opcode).operation, Operation::divide, Operation::remainder) || ptx::is_float(i.type()))
    return;
  constexpr unsigned wide = 8;
  Divisions& divisions = divisions_[place];
  if (ptx::size_of(i.type()) < wide) {
    divisions.narrow_threads += line.threads;
    return;
  }
  divisions.has_wide = true;
  divisions.wide_threads += line.threads;
  divisions.wide_warps += line.warps;
}

const SourceLines::Divisions* SourceLines::divisions_of(const Place& place) const {
  const auto found = divisions_.find(place);
  return found == divisions_.end() ? nullptr : &found->second;
}

/// Entries of accesses sum up; the others keep their executions or, where instructions differ, are marked by -1.
void SourceLines::add(const Place& place, std::uint32_t depth, std::uint32_t ptx_line, const PtxLine& line) {
  const auto [at, is_new] =
      entries_.try_emplace({place, depth, line.effect, line.space}, static_cast<std::uint32_t>(entries_.size() + 1));
  PtxLine& entry = lines_.lines[at->second];
  const bool counts_bytes = moves_bytes(line.effect);
  const double share = counts_bytes ? double(line.bytes_per_lane) / unit_bytes : 1;
  if (counts_bytes && is_one_of(line.space, Space::global, Space::generic))
    accesses_.emplace(at->second, PtxAccess{ptx_line, line.bytes_per_lane, line.warps});
  widest_[at->second] = std::max(widest_[at->second], line.bytes_per_lane);
  if (is_new) {
    entry = line;
    entry.threads *= share;
    entry.warps *= share;
    entry.bytes_per_lane = counts_bytes ? unit_bytes : 0;
    entry.trips = 0;
    return;
  }
  entry.guarded = entry.guarded || line.guarded;
  if (line.effect != Effect::none) {
    entry.threads += share * line.threads;
    entry.warps += share * line.warps;
  } else if (entry.threads != line.threads) {
    entry.threads = -1;
  }
}

std::uint32_t SourceLines::find(const Key& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() || !lines_.lines.contains(found->second) ? 0 : found->second;
}

std::uint32_t SourceLines::entry_of(const Place& place, std::uint32_t depth, Effect effect, Space space) const {
  const std::uint32_t at = depths_.of_machine({place, effect}, depth);
  if (space == Space::generic)
    for (const Space any : {Space::global, Space::shared, Space::local})
      if (const std::uint32_t entry = find({place, at, effect, any})) return entry;
  if (const std::uint32_t entry = find({place, at, effect, space})) return entry;
  return space == Space::global || space == Space::shared ? find({place, at, effect, Space::generic}) : 0;
}

SourceLines::Spot SourceLines::spot_of(const Place& place, std::uint32_t depth, Arithmetic arithmetic) const {
  return {place, depths_.of_machine({place, Effect::none, arithmetic}, depth)};
}

const PlaceArithmetic* SourceLines::arithmetic_of(const Spot& spot, Arithmetic arithmetic) const {
  const auto found = arithmetic_.find({spot, arithmetic});
  return found == arithmetic_.end() ? nullptr : &found->second;
}

double SourceLines::float_threads() const {
  double sum = 0;
  for (const auto& [key, arithmetic] : arithmetic_)
    if (key.second == Arithmetic::floats) sum += arithmetic.threads;
  return sum;
}

std::uint32_t SourceLines::widest(std::uint32_t entry) const {
  const auto found = widest_.find(entry);
  return found == widest_.end() ? 0 : found->second;
}

}  // namespace forewarp::amdgcn
