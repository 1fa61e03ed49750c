// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/arithmetic_copies.hpp"

#include <algorithm>

namespace forewarp::machine::detail {
namespace {

using Copies = std::map<std::uint32_t, double>;

struct Line {
  const PtxLine* ptx = nullptr;
  Copies copies;
  bool sure = true;
  bool of_floats = true;
};

bool computes_floats(const Instruction& i) { return i.info->pipe == Pipe::fp32 || i.info->pipe == Pipe::fp64; }

std::map<std::uint32_t, Line> single_lines(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx) {
  std::map<std::uint32_t, Line> lines;
  for (std::uint32_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction& i = kernel.instructions[k];
    const auto found = ptx.lines.find(i.line);
    if (found == ptx.lines.end() || !found->second.single || i.info == nullptr) continue;
    Line& line = lines[i.line];
    line.ptx = &found->second;
    line.sure = line.sure && !i.conditional && !found->second.guarded;
    line.of_floats = line.of_floats && computes_floats(i);
    ++line.copies[graph.block_of[k]];
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
  for (const auto& [number, line] : single_lines(kernel, graph, ptx)) {
    for (const auto& [block, copies] : line.copies)
      if (copies > 1) result.unrolled.insert({line.ptx->block, block});
    if (!line.sure) continue;
    Votes& v = votes[{line.copies, line.ptx->threads}];
    ++(line.of_floats ? v.floats : v.integers);
  }
  constexpr unsigned enough_floats = 2, enough_lines = 3;
  for (const auto& [group, v] : votes)
    if (v.floats >= enough_floats || v.floats + v.integers >= enough_lines)
      result.groups.push_back({group.first, group.second, v.floats + v.integers});
  std::ranges::stable_sort(result.groups, std::ranges::greater{}, &CopiedLines::lines);
  return result;
}

}  // namespace forewarp::machine::detail
