// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/arithmetic_copies.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace forewarp::machine::detail {
namespace {

using Copies = std::map<std::uint32_t, double>;

struct Line {
  const PtxLine* ptx = nullptr;
  Copies copies;
  bool sure = true;
  bool on_its_pipe = true;
  bool of_parts = false;  ///< XMAD: a product of 32-bit integers is made of up to six of them
};

/// Whether an instruction is on a pipe where nothing stands but such arithmetic.
bool is_on_pipe_of(PtxArithmetic arithmetic, const Instruction& i) {
  if (i.moves) return false;
  switch (arithmetic) {
    case PtxArithmetic::floats:
      return i.info->pipe == Pipe::fp32 || i.info->pipe == Pipe::fp64;
    case PtxArithmetic::halves:
      return i.info->pipe == Pipe::fp16;
    case PtxArithmetic::special:
      return i.info->pipe == Pipe::special && i.info->effect == Effect::none;
    case PtxArithmetic::none:
    case PtxArithmetic::single:
    case PtxArithmetic::several:
      break;
  }
  return false;
}

/// Whether an instruction may be a copy of a line of arithmetic. An instruction without a line of its own has that of
/// the one before it in the table of lines, so that comparisons, moves and the additions of a loop's counter stand
/// among the copies of what they follow.
bool may_be_copy(const Instruction& i) {
  constexpr std::array<std::string_view, 9> others{"ISETP", "FSETP", "DSETP", "PLOP3", "PSETP",
                                                   "MOV",   "IADD",  "IADD3", "CS2R"};
  const bool is_arithmetic = is_on_pipe_of(PtxArithmetic::floats, i) || i.info->pipe == Pipe::int_add ||
                             i.info->pipe == Pipe::int_mul || i.info->pipe == Pipe::shift;
  return is_arithmetic && !i.moves && std::ranges::find(others, i.info->mnemonic) == others.end();
}

/// Lines that have an instruction on the pipe of their arithmetic: only those are their copies.
std::set<std::uint32_t> lines_on_their_pipes(const Kernel& kernel, const PtxLines& ptx) {
  std::set<std::uint32_t> result;
  for (const Instruction& i : kernel.instructions) {
    const auto found = ptx.lines.find(i.line);
    if (found != ptx.lines.end() && i.info != nullptr && is_on_pipe_of(found->second.arithmetic, i))
      result.insert(i.line);
  }
  return result;
}

/// Special functions and halves have their pipes, or what they became is not known.
bool needs_its_pipe(PtxArithmetic arithmetic) {
  return arithmetic == PtxArithmetic::special || arithmetic == PtxArithmetic::halves;
}

/// With the copies of each block. What one copy of a line of several instructions has is not known: the block with the
/// fewest is taken to have one. Example: on Pascal a product of integers is three XMAD, in a loop that is not unrolled.
std::map<std::uint32_t, Line> copied_lines(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx) {
  std::map<std::uint32_t, Line> lines;
  const std::set<std::uint32_t> on_their_pipes = lines_on_their_pipes(kernel, ptx);
  for (std::uint32_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction& i = kernel.instructions[k];
    const auto found = ptx.lines.find(i.line);
    if (found == ptx.lines.end() || i.info == nullptr) continue;
    const PtxArithmetic arithmetic = found->second.arithmetic;
    if (arithmetic == PtxArithmetic::none) continue;
    const bool by_pipe = on_their_pipes.contains(i.line) || needs_its_pipe(arithmetic);
    if (by_pipe ? !is_on_pipe_of(arithmetic, i) : !may_be_copy(i)) continue;
    Line& line = lines[i.line];
    line.ptx = &found->second;
    line.sure = line.sure && !i.conditional && !found->second.guarded;
    line.on_its_pipe = line.on_its_pipe && by_pipe;
    line.of_parts = line.of_parts || i.info->mnemonic == "XMAD";
    ++line.copies[graph.block_of[k]];
  }
  for (auto& [number, line] : lines) {
    if (line.ptx->arithmetic != PtxArithmetic::several && !line.of_parts) continue;
    line.sure = false;
    const double least = std::ranges::min_element(line.copies, {}, &Copies::value_type::second)->second;
    for (auto& [block, copies] : line.copies) copies /= least;
  }
  return lines;
}

}  // namespace

ArithmeticCopies arithmetic_copies(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx) {
  ArithmeticCopies result;
  struct Votes {
    unsigned on_their_pipes = 0, others = 0;
  };
  std::map<std::pair<Copies, double>, Votes> votes;
  for (const auto& [number, line] : copied_lines(kernel, graph, ptx)) {
    for (const auto& [block, copies] : line.copies)
      if (copies > 1) result.unrolled.insert({line.ptx->block, block});
    if (!line.sure) {
      if (!line.ptx->guarded) result.others.push_back({line.copies, line.ptx->threads, 1});
      continue;
    }
    Votes& v = votes[{line.copies, line.ptx->threads}];
    ++(line.on_its_pipe ? v.on_their_pipes : v.others);
  }
  constexpr unsigned enough_on_their_pipes = 2, enough = 3;
  for (const auto& [group, v] : votes) {
    const bool is_sure = v.on_their_pipes >= enough_on_their_pipes || v.on_their_pipes + v.others >= enough;
    (is_sure ? result.groups : result.others).push_back({group.first, group.second, v.on_their_pipes + v.others});
  }
  std::ranges::stable_sort(result.groups, std::ranges::greater{}, &CopiedLines::lines);
  return result;
}

}  // namespace forewarp::machine::detail
