// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/loop_iterations.hpp"

#include <algorithm>
#include <set>

namespace forewarp::amdgcn {
namespace {

/// The constant that the loop adds to what it compares before it is left, if there is one.
std::uint32_t step_of(const Kernel& kernel, const machine::FlowGraph& graph, const analysis::Loop& loop) {
  std::set<std::int16_t> compared;
  for (const std::uint32_t b : loop.blocks) {
    const machine::Block& block = graph.blocks[b];
    if (std::ranges::all_of(block.successors, [&](std::uint32_t to) { return loop.contains(to); })) continue;
    const Counting::Flag flag = kernel.accesses[block.last - 1].counting.flag;
    for (std::uint32_t k = block.last - 1; k-- > block.first;) {
      const Counting& comparison = kernel.accesses[k].counting;
      if (comparison.flag != flag || flag == Counting::Flag::none) continue;
      compared.insert(comparison.compared.begin(), comparison.compared.end());
      break;
    }
  }
  std::set<std::uint32_t> steps;
  for (const std::uint32_t b : loop.blocks) {
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) {
      const Counting& counting = kernel.accesses[k].counting;
      if (counting.sum >= 0 && compared.contains(counting.sum)) steps.insert(counting.step);
    }
  }
  return steps.size() == 1 ? *steps.begin() : 0;
}

/// Where the loop ends: the place of the branch that begins its next iteration or, where the compiler has put something
/// else of the loop before that, of what it compares.
const Place& end_of(const Kernel& kernel, const machine::FlowGraph& graph, const analysis::Loop& loop,
                    const SourceLines& source) {
  const machine::Block& latch = graph.blocks[loop.latches.front()];
  const auto place_of = [&](std::uint32_t k) -> const Place& { return kernel.places[kernel.accesses[k].place]; };
  const Place& branch = place_of(latch.last - 1);
  if (source.loops().contains(branch)) return branch;
  const Counting::Flag flag = kernel.accesses[latch.last - 1].counting.flag;
  for (std::uint32_t k = latch.last - 1; k-- > latch.first && flag != Counting::Flag::none;) {
    const Counting& comparison = kernel.accesses[k].counting;
    if (comparison.flag == flag) return source.loops().contains(place_of(k)) ? place_of(k) : branch;
  }
  return branch;
}

/// Loops here that end at one place, inside as many loops.
struct LoopsOfPlace {
  std::vector<std::uint32_t> numbers;
  double steps = 0;
  bool all_known = true;
};

}  // namespace

LoopIterations iterations_of(const Kernel& kernel, const machine::FlowGraph& graph, const analysis::Cfg& cfg,
                             const SourceLines& source) {
  std::map<std::pair<Place, std::uint32_t>, LoopsOfPlace> here;
  for (std::uint32_t n = 0; n < cfg.loops.size(); ++n) {
    const analysis::Loop& loop = cfg.loops[n];
    if (loop.latches.size() != 1) continue;
    LoopsOfPlace& all = here[{end_of(kernel, graph, loop, source), loop.depth}];
    const std::uint32_t step = step_of(kernel, graph, loop);
    all.numbers.push_back(n);
    all.steps += step;
    all.all_known = all.all_known && step > 0;
  }
  LoopIterations out;
  for (const auto& [key, loops] : here) {
    Iterations sum;
    bool all_known = loops.all_known;
    const auto [first, last] = source.loops().equal_range(key.first);
    for (auto at = first; at != last; ++at) {
      if (at->second.depth != key.second) continue;
      sum.threads += at->second.threads * at->second.step;
      sum.warps += at->second.warps * at->second.step;
      all_known = all_known && at->second.step > 0;
    }
    if (!all_known || !(sum.threads > 0)) continue;
    for (const std::uint32_t n : loops.numbers) out[n] = {sum.threads / loops.steps, sum.warps / loops.steps};
  }
  return out;
}

}  // namespace forewarp::amdgcn
