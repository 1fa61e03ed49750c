// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/ptx_lines.hpp"

#include <set>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::machine {
namespace {

Effect effect_of(const ptx::Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  switch (info.memory) {
    case ptx::MemoryKind::load:
      return Effect::load;
    case ptx::MemoryKind::store:
      return Effect::store;
    case ptx::MemoryKind::atomic:
    case ptx::MemoryKind::reduction:
      return Effect::atomic;
    case ptx::MemoryKind::copy:
      return Effect::copy;
    case ptx::MemoryKind::none:
    case ptx::MemoryKind::prefetch:
    case ptx::MemoryKind::hint:
      break;
  }
  if (i.opcode == ptx::Opcode::bar || i.opcode == ptx::Opcode::barrier) return Effect::barrier;
  return info.cross_lane ? Effect::exchange : Effect::none;
}

Space space_of(const ptx::Instruction& i) {
  switch (i.space == ptx::StateSpace::none ? ptx::info_of(i.opcode).space : i.space) {
    case ptx::StateSpace::global:
      return Space::global;
    case ptx::StateSpace::shared:
      return Space::shared;
    case ptx::StateSpace::local:
      return Space::local;
    case ptx::StateSpace::const_:
    case ptx::StateSpace::param:
      return Space::constant;
    case ptx::StateSpace::tex:
      return Space::texture;
    case ptx::StateSpace::none:
    case ptx::StateSpace::reg:
    case ptx::StateSpace::sreg:
      break;
  }
  return Space::generic;
}

bool is_approximate(const ptx::Instruction& i) { return i.has("approx") || i.has("full"); }

PtxArithmetic arithmetic_of(const ptx::Instruction& i) {
  using ptx::Operation;
  using ptx::Type;
  const Operation operation = ptx::info_of(i.opcode).operation;
  const bool is_sum_or_product = is_one_of(operation, Operation::add, Operation::multiply, Operation::multiply_add);
  const ptx::Type type = i.type();
  if (is_one_of(type, Type::f16, Type::f16x2, Type::bf16, Type::bf16x2))
    return is_sum_or_product ? PtxArithmetic::halves : PtxArithmetic::none;
  if (is_one_of(type, Type::f32, Type::f64)) {
    if (is_sum_or_product) return PtxArithmetic::floats;
    if (operation == Operation::min_max) return PtxArithmetic::single;
    const bool is_special =
        is_one_of(operation, Operation::divide, Operation::root, Operation::trigonometric, Operation::exponential) &&
        is_approximate(i) && type == Type::f32;
    return is_special ? PtxArithmetic::special : PtxArithmetic::none;
  }
  if (operation == Operation::bit_count) {
    const bool is_one = i.opcode != ptx::Opcode::fns && ptx::size_of(type) == 4;
    return is_one ? PtxArithmetic::special : PtxArithmetic::none;
  }
  // Additions of integers are left out: those of an unrolled loop's counter become one.
  const bool is_product_or_logic =
      is_one_of(operation, Operation::logic, Operation::shift, Operation::multiply, Operation::multiply_add);
  if (is_one_of(type, Type::b32, Type::u32, Type::s32))
    return is_product_or_logic || operation == Operation::dot ? PtxArithmetic::single : PtxArithmetic::none;
  const bool is_64_bits = is_one_of(type, Type::b64, Type::u64, Type::s64);
  return is_64_bits && is_product_or_logic ? PtxArithmetic::several : PtxArithmetic::none;
}

/// Of a lane's access. A matrix is what all lanes load or store of it together: wmma's by one access to shared memory
/// and by several to global memory, those of ldmatrix and stmatrix with 4 bytes of a lane each.
std::uint32_t bytes_of(const ptx::Instruction& i) {
  if (is_one_of(i.opcode, ptx::Opcode::ldmatrix, ptx::Opcode::stmatrix)) return i.has("x4") ? 16 : i.has("x2") ? 8 : 4;
  if (const auto matrix = ptx::wmma_transfer(i.mnemonic)) {
    constexpr unsigned lanes = 32;
    return matrix->rows() * matrix->columns() * static_cast<std::uint32_t>(ptx::size_of(matrix->element)) / lanes;
  }
  return static_cast<std::uint32_t>(ptx::size_of(i.type())) * i.vector;
}

PtxLine line_of(const ptx::Instruction& i, const PtxBlockCount& count, std::uint32_t block) {
  PtxLine line{count.warps, count.threads, block, effect_of(i), Space::none, 0, i.guard >= 0, arithmetic_of(i), 0};
  const bool is_memory =
      line.effect != Effect::none && line.effect != Effect::barrier && line.effect != Effect::exchange;
  if (!is_memory) return line;
  line.space = space_of(i);
  line.bytes_per_lane = bytes_of(i);
  return line;
}

/// Threads of each block of one function.
using Threads = std::vector<double>;

/// Threads that come from `from` to `to`: all, or what does not go to the only other successor, which nothing else
/// leads to. Below 0: not known.
double flow(const analysis::Cfg& cfg, const Threads& threads, std::uint32_t from, std::uint32_t to) {
  const std::vector<std::uint32_t>& successors = cfg.blocks[from].successors;
  if (successors.size() == 1) return threads[from];
  if (successors.size() != 2) return -1;
  const std::uint32_t other = successors[0] == to ? successors[1] : successors[0];
  return cfg.blocks[other].predecessors.size() == 1 ? threads[from] - threads[other] : -1;
}

/// Mean iterations of the loop: executions of its header over the threads that enter it. 0: not known.
double trips_of(const analysis::Cfg& cfg, const Threads& threads, const analysis::Loop& loop) {
  double entered = 0;
  for (const std::uint32_t from : cfg.blocks[loop.header].predecessors) {
    if (loop.contains(from)) continue;
    const double coming = flow(cfg, threads, from, loop.header);
    if (coming < 0) return 0;
    entered += coming;
  }
  return entered > 0 ? threads[loop.header] / entered : 0;
}

void add_function(PtxLines& result, std::set<std::uint32_t>& seen, const ptx::Function& function,
                  const std::vector<PtxBlockCount>& counts, const std::vector<std::uint32_t>& blocks) {
  const analysis::Cfg cfg = analysis::control_flow(function);
  if (cfg.blocks.size() != blocks.size()) return;
  Threads threads;
  for (const std::uint32_t block : blocks) threads.push_back(counts[block].threads);
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const analysis::Loop* loop = cfg.innermost_loop(b);
    const double trips = loop ? trips_of(cfg, threads, *loop) : 0;
    for (std::uint32_t k = cfg.blocks[b].first; k < cfg.blocks[b].last; ++k) {
      const ptx::Instruction& i = function.body[k];
      PtxLine line = line_of(i, counts[blocks[b]], blocks[b]);
      line.trips = trips;
      if (!seen.insert(i.line).second)
        result.lines.erase(i.line);
      else
        result.lines.emplace(i.line, line);
    }
  }
}

}  // namespace

PtxLines ptx_lines(const ptx::Module& module, const std::vector<PtxBlockCount>& counts, double threads, double warps) {
  PtxLines result{{}, threads, warps};
  std::set<std::uint32_t> seen;
  std::map<std::string_view, std::vector<std::uint32_t>> by_function;
  for (std::uint32_t k = 0; k < counts.size(); ++k) by_function[counts[k].function].push_back(k);
  for (const auto& [name, blocks] : by_function) {
    if (const ptx::Function* function = module.find(name)) add_function(result, seen, *function, counts, blocks);
  }
  return result;
}

}  // namespace forewarp::machine
