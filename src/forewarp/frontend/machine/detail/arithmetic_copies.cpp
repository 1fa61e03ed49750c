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
  bool of_floats = true;
  bool of_parts = false;  ///< XMAD: a product of 32-bit integers is made of up to six of them
};

bool computes_floats(const Instruction& i) { return i.info->pipe == Pipe::fp32 || i.info->pipe == Pipe::fp64; }

/// Whether an instruction may be a copy of a line of arithmetic. An instruction without a line of its own has that of
/// the one before it in the table of lines, so that comparisons, moves and the additions of a loop's counter stand
/// among the copies of what they follow.
bool may_be_copy(const Instruction& i) {
  constexpr std::array<std::string_view, 9> others{"ISETP", "FSETP", "DSETP", "PLOP3", "PSETP",
                                                   "MOV",   "IADD",  "IADD3", "CS2R"};
  const bool is_arithmetic = computes_floats(i) || i.info->pipe == Pipe::int_add || i.info->pipe == Pipe::int_mul ||
                             i.info->pipe == Pipe::shift;
  return is_arithmetic && std::ranges::find(others, i.info->mnemonic) == others.end();
}

/// Lines of floats that have an instruction of floats: only those are their copies.
std::set<std::uint32_t> lines_in_floats(const Kernel& kernel, const PtxLines& ptx) {
  std::set<std::uint32_t> result;
  for (const Instruction& i : kernel.instructions) {
    const auto found = ptx.lines.find(i.line);
    if (found != ptx.lines.end() && found->second.of_floats && i.info != nullptr && computes_floats(i))
      result.insert(i.line);
  }
  return result;
}

/// With the copies of each block. What one copy of a line of several instructions has is not known: the block with the
/// fewest is taken to have one. Example: on Pascal a product of integers is three XMAD, in a loop that is not unrolled.
std::map<std::uint32_t, Line> copied_lines(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx) {
  std::map<std::uint32_t, Line> lines;
  const std::set<std::uint32_t> in_floats = lines_in_floats(kernel, ptx);
  for (std::uint32_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction& i = kernel.instructions[k];
    const auto found = ptx.lines.find(i.line);
    if (found == ptx.lines.end() || !(found->second.single || found->second.several) || i.info == nullptr) continue;
    if (in_floats.contains(i.line) ? !computes_floats(i) : !may_be_copy(i)) continue;
    Line& line = lines[i.line];
    line.ptx = &found->second;
    line.sure = line.sure && !i.conditional && !found->second.guarded;
    line.of_floats = line.of_floats && computes_floats(i);
    line.of_parts = line.of_parts || i.info->mnemonic == "XMAD";
    ++line.copies[graph.block_of[k]];
  }
  for (auto& [number, line] : lines) {
    if (!line.ptx->several && !line.of_parts) continue;
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
    unsigned floats = 0, integers = 0;
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
    ++(line.of_floats ? v.floats : v.integers);
  }
  constexpr unsigned enough_floats = 2, enough_lines = 3;
  for (const auto& [group, v] : votes) {
    const bool is_sure = v.floats >= enough_floats || v.floats + v.integers >= enough_lines;
    (is_sure ? result.groups : result.others).push_back({group.first, group.second, v.floats + v.integers});
  }
  std::ranges::stable_sort(result.groups, std::ranges::greater{}, &CopiedLines::lines);
  return result;
}

}  // namespace forewarp::machine::detail
