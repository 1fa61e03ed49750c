// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/executed.hpp"

#include <algorithm>
#include <map>

#include "forewarp/frontend/amdgcn/wait_walk.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::Instruction;
using machine::Pipe;
using machine::Space;

void number_lines(Kernel& kernel, const SourceLines& source) {
  for (std::size_t k = 0; k < kernel.code.instructions.size(); ++k) {
    Instruction& i = kernel.code.instructions[k];
    const Place& place = kernel.places[kernel.accesses[k].place];
    i.line = place.line == 0 || !i.info ? 0 : source.entry_of(place, kernel.accesses[k].depth, i.effect(), i.space());
  }
}

/// Executions of blocks from the lines that they have; what stands in several loops is several lines (loop_depths.hpp).
/// Each of the copies of a line that the compiler made is taken to
/// be executed equally often:
///
///     x_b = mean over the accesses and barriers in b of  c_l / copies_l
///
/// A block without any has the mean over its sums and products of floats, of lines that have no other arithmetic of
/// floats: those of PTX over the copies here. Where there are none, the same of integers, of lines without floats and
/// accesses. A block without any of these has the fewer of what may come in and what may go out: the most executed of
/// its predecessors, of its successors; threads leave the kernel once. Example: a loop whose body is unrolled eight
/// times, with a remainder, has nine copies of its load: of 1536 iterations each gets 1536 / 9, where 1536 / 8 and 0
/// would be right. So sums are right within a copy, whatever the control flow.
class Means {
 public:
  Means(const Kernel& kernel, const machine::FlowGraph& graph, const SourceLines& source)
      : kernel_(kernel),
        graph_(graph),
        source_(source),
        lines_(source.lines()),
        result_{},
        known_(graph.blocks.size(), false) {
    result_.blocks.resize(graph.blocks.size());
  }

  machine::Executions solve() {
    take_anchors();
    take_arithmetic(Arithmetic::floats);
    take_arithmetic(Arithmetic::integers);
    find_predecessors();
    const std::size_t rounds = std::min<std::size_t>(graph_.blocks.size(), max_rounds);
    for (std::size_t round = 0; round < rounds && spread(); ++round) continue;
    for (machine::BlockExecutions& block : result_.blocks) block.unique = false;
    return std::move(result_);
  }

 private:
  static constexpr std::size_t max_rounds = 200;

  const machine::PtxLine* anchor(const Instruction& i) const {
    const auto found = lines_.lines.find(i.line);
    if (found == lines_.lines.end() || found->second.effect == Effect::none || found->second.guarded) return nullptr;
    return &found->second;
  }

  static double share(const Instruction& i, const machine::PtxLine& line) {
    return line.bytes_per_lane > 0 ? std::min(1.0, double{1} * i.bytes_per_lane / line.bytes_per_lane) : 1;
  }

  void take_anchors() {
    std::map<std::uint32_t, double> copies;
    for (const Instruction& i : kernel_.code.instructions)
      if (const auto* line = anchor(i)) copies[i.line] += share(i, *line);
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      double threads = 0, warps = 0, count = 0;
      for (std::uint32_t k = graph_.blocks[b].first; k < graph_.blocks[b].last; ++k) {
        const Instruction& i = kernel_.code.instructions[k];
        const auto* line = anchor(i);
        if (!line || !(copies[i.line] > 0)) continue;
        threads += line->threads / copies[i.line];
        warps += line->warps / copies[i.line];
        ++count;
      }
      if (count > 0) set(b, {threads / count, warps / count, false});
    }
  }

  /// What PTX has of an instruction's arithmetic at its place; nullptr: nothing, or other operations beside it.
  const PlaceArithmetic* amount_of(std::size_t k, Arithmetic kind) const {
    if (place_of(k).line == 0 || arithmetic_of(kernel_.code.instructions[k], kernel_.accesses[k]) != kind)
      return nullptr;
    const PlaceArithmetic* sum = source_.arithmetic_of(spot_of(k, kind), kind);
    if (!sum || sum->has_other_floats || !(sum->threads > 0)) return nullptr;
    const bool is_alone = kind == Arithmetic::floats || !(sum->has_effects || sum->has_floats);
    return is_alone ? sum : nullptr;
  }

  const Place& place_of(std::size_t k) const { return kernel_.places[kernel_.accesses[k].place]; }
  SourceLines::Spot spot_of(std::size_t k, Arithmetic kind) const {
    return source_.spot_of(place_of(k), kernel_.accesses[k].depth, kind);
  }

  void take_arithmetic(Arithmetic kind) {
    std::map<SourceLines::Spot, double> copies;
    for (std::size_t k = 0; k < kernel_.code.instructions.size(); ++k)
      if (amount_of(k, kind)) copies[spot_of(k, kind)] += kernel_.accesses[k].results;
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      if (known_[b]) continue;
      double threads = 0, warps = 0, count = 0;
      for (std::uint32_t k = graph_.blocks[b].first; k < graph_.blocks[b].last; ++k) {
        const PlaceArithmetic* amount = amount_of(k, kind);
        if (!amount) continue;
        const double weight = kernel_.accesses[k].results;
        threads += weight * amount->threads / copies[spot_of(k, kind)];
        warps += weight * amount->warps / copies[spot_of(k, kind)];
        count += weight;
      }
      if (count > 0) set(b, {threads / count, warps / count, false});
    }
  }

  void find_predecessors() {
    predecessors_.resize(graph_.blocks.size());
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
      for (const std::uint32_t to : graph_.blocks[b].successors) predecessors_[to].push_back(b);
  }

  /// One round; whether anything changed.
  bool spread() {
    bool changed = false;
    const machine::BlockExecutions launch{lines_.threads, lines_.warps, false};
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) {
      if (known_[b]) continue;
      const machine::BlockExecutions in = b == 0 ? launch : most(predecessors_[b]),
                                     out = graph_.blocks[b].leaves ? launch : most(graph_.blocks[b].successors);
      const bool has_in = b == 0 || in.threads > 0, has_out = out.threads > 0;
      const machine::BlockExecutions now = has_in && (!has_out || in.threads < out.threads) ? in : out;
      if (now.threads == result_.blocks[b].threads) continue;
      result_.blocks[b] = now;
      changed = true;
    }
    return changed;
  }

  machine::BlockExecutions most(const std::vector<std::uint32_t>& blocks) const {
    machine::BlockExecutions most{};
    for (const std::uint32_t b : blocks)
      if (result_.blocks[b].threads > most.threads) most = result_.blocks[b];
    return most;
  }

  void set(std::size_t b, const machine::BlockExecutions& executions) {
    result_.blocks[b] = executions;
    known_[b] = true;
  }

  const Kernel& kernel_;
  const machine::FlowGraph& graph_;
  const SourceLines& source_;
  const machine::PtxLines& lines_;
  machine::Executions result_;
  std::vector<bool> known_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
};

/// The equations' answer where it is unique and no line contradicts it, else the means.
machine::Executions executions_of(const Kernel& kernel, const machine::FlowGraph& graph, const SourceLines& source) {
  machine::Executions exact = machine::executions_of(kernel.code, graph, source.lines());
  return exact.exact ? exact : Means(kernel, graph, source).solve();
}

bool is_unaligned(const Instruction& i, const Access& access, const SourceLines& source) {
  constexpr unsigned aligned_by_nature = 4;
  if (i.space() != Space::shared || i.line == 0) return false;
  const unsigned bytes = i.bytes_per_lane / access.parts;
  return bytes > aligned_by_nature && bytes > source.widest(i.line);
}

}  // namespace

Executed executed(Kernel& kernel, const SourceLines& source) {
  number_lines(kernel, source);
  const machine::FlowGraph graph = machine::flow_graph(kernel.code);
  const machine::Executions executions = executions_of(kernel, graph, source);
  Executed out;
  out.ptx_floats = source.float_threads();
  out.mix = machine::mix_of(kernel.code, graph, executions, source.lines());
  constexpr std::uint32_t first_that_knows = 15;
  const bool may_be_unaligned = kernel.llvm_version > 0 && kernel.llvm_version < first_that_knows;
  const std::vector<BlockWaits> waits = waits_of_blocks(kernel, graph, executions);
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    const machine::BlockExecutions& block = executions.blocks[b];
    out.waits += waits[b].latencies * block.warps;
    out.loads_waited_for += waits[b].loads * block.warps;
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) {
      const Instruction& i = kernel.code.instructions[k];
      const Access& access = kernel.accesses[k];
      out.instructions += block.threads;
      if (i.info && is_one_of(i.info->pipe, Pipe::fp32, Pipe::fp64)) out.floats += access.results * block.threads;
      if (is_vector_memory(i)) out.vector_memory += block.warps;
      if (may_be_unaligned && is_unaligned(i, access, source)) out.unaligned_lanes += access.parts * block.threads;
      if (access.operations > 1)
        out.mix.pipes[static_cast<std::size_t>(i.info->pipe)] += (access.operations - 1) * block.warps;
    }
  }
  return out;
}

}  // namespace forewarp::amdgcn
