// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/executed.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "forewarp/frontend/amdgcn/known_ways.hpp"
#include "forewarp/frontend/amdgcn/loop_iterations.hpp"
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

/// Executions of blocks from their source lines; a line with code at several loop depths counts as one line per depth
/// (loop_depths.hpp).
/// Each of the copies of a line that the compiler made is taken to be executed equally often:
///
///     x_b = mean over the accesses and barriers in b of  c_l / copies_l
///
/// A loop without any in its own blocks has the iterations that its counter says. Other blocks have the mean over their
/// sums and products of floats, of lines that have no other arithmetic of
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
        cfg_(loops_of(graph)),
        known_(graph.blocks.size(), false) {
    result_.blocks.resize(graph.blocks.size());
  }

  machine::Executions solve() {
    take_anchors();
    take_known_ways();
    const Estimates floats = by_arithmetic(Arithmetic::floats), integers = by_arithmetic(Arithmetic::integers);
    take_loops(floats, integers);
    take(floats);
    take(integers);
    find_predecessors();
    const std::size_t rounds = std::min<std::size_t>(graph_.blocks.size(), max_rounds);
    for (std::size_t round = 0; round < rounds && spread(); ++round) continue;
    for (machine::BlockExecutions& block : result_.blocks) block.unique = false;
    return std::move(result_);
  }

 private:
  static constexpr std::size_t max_rounds = 200;
  using Estimates = std::vector<std::optional<machine::BlockExecutions>>;

  const machine::PtxLine* anchor(const Instruction& i) const {
    const auto found = lines_.lines.find(i.line);
    if (found == lines_.lines.end() || found->second.effect == Effect::none || found->second.guarded) return nullptr;
    return &found->second;
  }

  static double share(const Instruction& i, const machine::PtxLine& line) {
    return line.bytes_per_lane > 0 ? std::min(1.0, double{1} * i.bytes_per_lane / line.bytes_per_lane) : 1;
  }

  /// Of a line's accesses, weighed by their bytes.
  struct Copies {
    double in_loops = 0, outside = 0;
  };

  /// Of each copy of the line. Those outside loops are executed once at most, those in loops as often as is left.
  machine::BlockExecutions of_each(const machine::PtxLine& line, const Copies& copies, bool in_loop) const {
    const double all = copies.in_loops + copies.outside;
    if (line.threads <= all * lines_.threads) return {line.threads / all, line.warps / all, false};
    if (!in_loop) return {lines_.threads, lines_.warps, false};
    const double warps = std::max(0.0, line.warps - copies.outside * lines_.warps);
    return {(line.threads - copies.outside * lines_.threads) / copies.in_loops, warps / copies.in_loops, false};
  }

  void take_anchors() {
    std::map<std::uint32_t, Copies> copies;
    for (std::size_t k = 0; k < kernel_.code.instructions.size(); ++k) {
      const Instruction& i = kernel_.code.instructions[k];
      const auto* line = anchor(i);
      if (!line) continue;
      Copies& of_line = copies[i.line];
      (cfg_.innermost_loop(graph_.block_of[k]) ? of_line.in_loops : of_line.outside) += share(i, *line);
    }
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) {
      double threads = 0, warps = 0, count = 0;
      for (std::uint32_t k = graph_.blocks[b].first; k < graph_.blocks[b].last; ++k) {
        const Instruction& i = kernel_.code.instructions[k];
        const auto* line = anchor(i);
        const Copies& of_line = copies[i.line];
        if (!line || !(of_line.in_loops + of_line.outside > 0)) continue;
        const machine::BlockExecutions each = of_each(*line, of_line, cfg_.innermost_loop(b) != nullptr);
        threads += each.threads;
        warps += each.warps;
        ++count;
      }
      if (count > 0) set(b, {threads / count, warps / count, false});
    }
  }

  void take_known_ways() {
    const auto ways = known_ways(kernel_, graph_, source_);
    for (std::size_t b = 0; b < ways.size(); ++b)
      if (ways[b] && !known_[b]) set(b, *ways[b]);
  }

  /// Blocks that each iteration executes once. Counters may count other things here than in PTX (bytes of an address):
  /// sums of floats show it, which are as many in both, and integers, which are no fewer here.
  void take_loops(const Estimates& floats, const Estimates& integers) {
    for (const auto& [n, iterations] : iterations_of(kernel_, graph_, cfg_, source_)) {
      const analysis::Loop& loop = cfg_.loops[n];
      std::vector<std::uint32_t> own;
      for (const std::uint32_t b : loop.blocks)
        if (cfg_.innermost_loop(b) == &loop && analysis::is_in_every_iteration(cfg_, loop, b)) own.push_back(b);
      constexpr double least = 0.4, most = 2.5;
      const auto contradicts = [&, threads = iterations.threads](std::uint32_t b) {
        if (floats[b]) return threads < least * floats[b]->threads || threads > most * floats[b]->threads;
        return integers[b] && threads < least * integers[b]->threads;
      };
      if (std::ranges::any_of(own, [&](std::uint32_t b) { return known_[b] || contradicts(b); })) continue;
      for (const std::uint32_t b : own) set(b, {iterations.threads, iterations.warps, false});
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

  /// Of each block that has such arithmetic.
  Estimates by_arithmetic(Arithmetic kind) const {
    std::map<SourceLines::Spot, double> copies;
    for (std::size_t k = 0; k < kernel_.code.instructions.size(); ++k)
      if (amount_of(k, kind)) copies[spot_of(k, kind)] += kernel_.accesses[k].results;
    Estimates out(graph_.blocks.size());
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      double threads = 0, warps = 0, count = 0;
      for (std::uint32_t k = graph_.blocks[b].first; k < graph_.blocks[b].last; ++k) {
        const PlaceArithmetic* amount = amount_of(k, kind);
        if (!amount) continue;
        const double weight = kernel_.accesses[k].results;
        threads += weight * amount->threads / copies[spot_of(k, kind)];
        warps += weight * amount->warps / copies[spot_of(k, kind)];
        count += weight;
      }
      if (count > 0) out[b] = {threads / count, warps / count, false};
    }
    return out;
  }

  void take(const Estimates& estimates) {
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
      if (!known_[b] && estimates[b]) set(b, *estimates[b]);
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

  /// Outside loops a thread executes a block once, however much more PTX has on its lines: the mathematics of the two
  /// compilers differ. Example: one has the coefficients of a sine in memory, the other in its code.
  void set(std::size_t b, const machine::BlockExecutions& executions) {
    const bool is_too_many = executions.threads > lines_.threads && !cfg_.innermost_loop(static_cast<std::uint32_t>(b));
    result_.blocks[b] = is_too_many ? machine::BlockExecutions{lines_.threads, lines_.warps, false} : executions;
    known_[b] = true;
  }

  const Kernel& kernel_;
  const machine::FlowGraph& graph_;
  const SourceLines& source_;
  const machine::PtxLines& lines_;
  machine::Executions result_;
  const analysis::Cfg cfg_;
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

/// What the machine has of an entry's accesses.
struct Width {
  double warps = 0, bytes = 0;  ///< instructions of waves, and these times the bytes of a lane
  std::uint32_t most = 0;       ///< bytes of a lane
};

/// The compilers join neighbours, each as it likes. With R requests of PTX, of B bytes of a lane in all, and a mean of
/// w bytes of a request here, B / w requests are left; those that fell away were narrower than the machine's widest,
/// and each of these has become part of one of n times its bytes:
///
///     n = N / (N - (R - B / w))        N: requests of PTX that are narrower than the widest here
///
/// Example: eight loads of 4 bytes for which the machine has two of 16: R = N = 8, B = 32, w = 16; n = 4.
std::map<std::uint32_t, double> joined_bytes(const Kernel& kernel, const machine::FlowGraph& graph,
                                             const machine::Executions& executions, const SourceLines& source) {
  std::map<std::uint32_t, Width> widths;
  for (std::size_t k = 0; k < kernel.code.instructions.size(); ++k) {
    const Instruction& i = kernel.code.instructions[k];
    if (i.line == 0 || !is_vector_memory(i) || i.space() == Space::local) continue;
    if (!is_one_of(i.effect(), Effect::load, Effect::store)) continue;
    const double warps = executions.blocks[graph.block_of[k]].warps;
    Width& width = widths[i.line];
    width.warps += warps;
    width.bytes += warps * i.bytes_per_lane;
    width.most = std::max<std::uint32_t>(width.most, i.bytes_per_lane);
  }
  std::map<std::uint32_t, double> joined;
  for (const auto& [entry, width] : widths) {
    const auto [first, last] = source.accesses().equal_range(entry);
    double requests = 0, bytes = 0, narrow = 0;
    for (auto at = first; at != last; ++at) {
      requests += at->second.warps;
      bytes += at->second.warps * at->second.bytes;
      if (at->second.bytes < width.most) narrow += at->second.warps;
    }
    const double gone = width.bytes > 0 ? requests - bytes * width.warps / width.bytes : 0;
    if (!(gone > 0) || !(narrow > gone)) continue;
    for (auto at = first; at != last; ++at)
      if (at->second.bytes < width.most) joined[at->second.line] = at->second.bytes * narrow / (narrow - gone);
  }
  return joined;
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
  out.joined_bytes = joined_bytes(kernel, graph, executions, source);
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
