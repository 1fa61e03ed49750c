// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/executions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "forewarp/frontend/machine/detail/arithmetic_copies.hpp"
#include "forewarp/frontend/machine/detail/flow_variables.hpp"
#include "forewarp/frontend/machine/detail/linear_system.hpp"

namespace forewarp::machine {
namespace {

using detail::LinearSystem;
using detail::Terms;
using detail::Wish;

constexpr std::size_t max_unknowns = 600;  // half a second
constexpr double agreement = 1e-3;         // relative; counts of sampled launches are rounded

/// The instructions of one line of PTX that has an effect, as a share of a PTX instruction in each block.
struct Anchor {
  std::uint32_t line = 0;
  const PtxLine* ptx = nullptr;
  std::map<std::uint32_t, double> shares;  ///< by block
  bool sure = true;  ///< all of them are executed by every thread of their block, and are no loop around an atomic
};

bool has_space(const Instruction& i, const PtxLine& line) {
  if (line.space == Space::none || line.space == Space::generic || i.space() == Space::generic) return true;
  return i.space() == line.space;
}

double share_of(const Instruction& i, const PtxLine& line) {
  const bool known = i.bytes_per_lane > 0 && line.bytes_per_lane > 0 &&
                     (line.effect == Effect::load || line.effect == Effect::store || line.effect == Effect::copy);
  return known ? std::min(1.0, double{1} * i.bytes_per_lane / line.bytes_per_lane) : 1;
}

/// The order in which lines are believed.
int trust(const PtxLine& line) {
  if (line.effect == Effect::barrier || line.effect == Effect::store) return 0;
  if (line.effect == Effect::copy) return 1;
  if (line.effect == Effect::load) return 2;
  return line.effect == Effect::exchange ? 3 : 4;
}

class Solver {
 public:
  Solver(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx)
      : kernel_(kernel),
        graph_(graph),
        ptx_(ptx),
        variables_(detail::flow_variables(graph)),
        arithmetic_(detail::arithmetic_copies(kernel, graph, ptx)),
        system_(variables_.count <= max_unknowns ? variables_.count : 0) {
    find_anchors();
  }

  Executions solve() {
    Executions result;
    result.blocks.resize(graph_.blocks.size());
    if (variables_.count > max_unknowns) {
      take_means(result);
    } else {
      add_equations();
      read_solution(result);
    }
    set_warps(result);
    compare(result);
    add_up_arithmetic(result);
    const auto is_unique = [](const BlockExecutions& b) { return b.unique; };
    result.unique = std::ranges::all_of(result.blocks, is_unique);
    result.exact = result.unique && result.mismatches.empty() && graph_.complete;
    return result;
  }

 private:
  const PtxLine* line_of(const Instruction& i) const {
    const auto found = ptx_.lines.find(i.line);
    return found == ptx_.lines.end() ? nullptr : &found->second;
  }

  void find_anchors() {
    std::map<std::uint32_t, Anchor> anchors;
    std::set<std::uint32_t> loops;  // lines of atomics that also load: compare and swap until it succeeds
    for (std::uint32_t k = 0; k < kernel_.instructions.size(); ++k) {
      const Instruction& i = kernel_.instructions[k];
      const PtxLine* line = line_of(i);
      const std::uint32_t block = graph_.block_of[k];
      if (!line || variables_.executions[block].empty() || line->space == Space::constant) continue;
      if (line->effect == Effect::atomic && i.effect() == Effect::load) loops.insert(i.line);
      if (line->effect == Effect::none || i.effect() != line->effect || !has_space(i, *line)) continue;
      Anchor& anchor = anchors[i.line];
      anchor.line = i.line;
      anchor.ptx = line;
      anchor.shares[block] += share_of(i, *line);
      if (i.conditional || line->guarded) anchor.sure = false;
    }
    for (auto& [number, anchor] : anchors) {
      if (loops.contains(number)) anchor.sure = false;
      (anchor.sure ? anchors_ : guarded_).push_back(std::move(anchor));
    }
    std::ranges::stable_sort(anchors_, {}, [](const Anchor& a) { return trust(*a.ptx); });
  }

  Terms terms_of(const std::map<std::uint32_t, double>& shares) const {
    Terms terms;
    for (const auto& [block, share] : shares)
      for (const auto& [unknown, coefficient] : variables_.executions[block])
        terms.emplace_back(unknown, share * coefficient);
    return terms;
  }

  /// A sum of unknowns that is zero makes each of them zero, since none is negative.
  void add(const Anchor& anchor) {
    if (anchor.ptx->threads > 0) {
      (void)system_.add(terms_of(anchor.shares), anchor.ptx->threads);
      return;
    }
    add_zero(terms_of(anchor.shares));
  }
  void add_zero(const Terms& terms) {
    for (const auto& [unknown, coefficient] : terms) (void)system_.add({{unknown, 1}}, 0);
  }

  /// Blocks that end the launch with an error, which it did not have.
  std::set<std::uint32_t> traps() const {
    std::set<std::uint32_t> result;
    for (std::uint32_t k = 0; k < kernel_.instructions.size(); ++k) {
      const Instruction& i = kernel_.instructions[k];
      const PtxLine* line = line_of(i);
      if (i.mnemonic() == "BPT" && !i.conditional && line && line->threads == 0) result.insert(graph_.block_of[k]);
    }
    return result;
  }

  /// What contradicts is left out here and found again by compare().
  void add_equations() {
    (void)system_.add(variables_.entry, ptx_.threads);
    for (const Terms& balance : variables_.balances) (void)system_.add(balance, 0);
    for (const Anchor& anchor : anchors_) add(anchor);
    for (const detail::CopiedLines& group : arithmetic_.groups)
      (void)system_.add(terms_of(group.copies), group.threads);
    for (const std::uint32_t block : traps()) add_zero(variables_.executions[block]);
    for (const auto& [block, expected] : expected())
      if (expected.unanimous) (void)system_.add(variables_.executions[block], expected.threads);
  }

  /// How often the arithmetic of a block that exists nowhere else is executed in PTX.
  struct Expected {
    double threads = 0;      ///< as most lines say
    bool unanimous = false;  ///< as all say, and they are several
  };

  std::map<std::uint32_t, Expected> expected() const {
    std::map<std::uint32_t, std::set<std::uint32_t>> blocks_of_line;
    for (std::uint32_t k = 0; k < kernel_.instructions.size(); ++k) {
      const Instruction& i = kernel_.instructions[k];
      if (line_of(i) && !i.conditional && !variables_.executions[graph_.block_of[k]].empty())
        blocks_of_line[i.line].insert(graph_.block_of[k]);
    }
    std::map<std::uint32_t, std::map<double, int>> votes;
    for (const auto& [line, blocks] : blocks_of_line) {
      const PtxLine& ptx = ptx_.lines.at(line);
      if (blocks.size() != 1 || ptx.effect != Effect::none || ptx.guarded) continue;
      if (!arithmetic_.unrolled.contains({ptx.block, *blocks.begin()})) ++votes[*blocks.begin()][ptx.threads];
    }
    std::map<std::uint32_t, Expected> result;
    for (const auto& [block, by_count] : votes) {
      const auto most = std::ranges::max_element(by_count, {}, [](const auto& v) { return v.second; });
      result[block] = {most->first, by_count.size() == 1 && most->second > 1};
    }
    return result;
  }

  /// Blocks with more copies of a line than its loop has iterations: unrolled bodies that such a loop does not reach.
  std::set<std::uint32_t> longer_than_their_loops() const {
    std::set<std::uint32_t> result;
    for (const Anchor& anchor : anchors_)
      for (const auto& [block, copies] : anchor.shares)
        if (anchor.ptx->trips > 0 && copies > anchor.ptx->trips * (1 + agreement)) result.insert(block);
    return result;
  }

  std::vector<Wish> wishes() const {
    constexpr double fewest_instructions = 1e-4;  // decides only where nothing else does
    std::vector<Wish> wishes;
    for (const detail::CopiedLines& group : arithmetic_.groups)
      wishes.push_back({terms_of(group.copies), group.threads, 1});
    for (const detail::CopiedLines& line : arithmetic_.others)
      wishes.push_back({terms_of(line.copies), line.threads, 0.5 * line.lines});
    // Example: an atomic that one lane of each warp executes for all is in a block that all of them enter.
    for (const Anchor& anchor : guarded_) wishes.push_back({terms_of(anchor.shares), anchor.ptx->threads, 0.5});
    for (const std::uint32_t block : longer_than_their_loops()) wishes.push_back({variables_.executions[block], 0, 1});
    for (const auto& [block, expected] : expected())
      wishes.push_back({variables_.executions[block], expected.threads, 1});
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) {
      const Block& block = graph_.blocks[b];
      if (!variables_.executions[b].empty())
        wishes.push_back({variables_.executions[b], 0, fewest_instructions * (block.last - block.first)});
    }
    return wishes;
  }

  void read_solution(Executions& result) const {
    const std::vector<double> unknowns = system_.solve(wishes());
    for (std::size_t b = 0; b < result.blocks.size(); ++b) {
      result.blocks[b].unique = system_.value_of(variables_.executions[b]).has_value();
      for (const auto& [unknown, coefficient] : variables_.executions[b])
        result.blocks[b].threads += coefficient * unknowns[unknown];
    }
  }

  void take_means(Executions& result) const {
    std::map<std::uint32_t, double> copies;
    for (const Anchor& a : anchors_)
      for (const auto& [block, share] : a.shares) copies[a.line] += share;
    std::vector<std::vector<double>> seen(result.blocks.size());
    for (const Anchor& a : anchors_)
      for (const auto& [block, share] : a.shares) seen[block].push_back(a.ptx->threads / copies[a.line]);
    for (const auto& [block, expected] : expected()) seen[block].push_back(expected.threads);
    const std::vector<double> shared = threads_of_shared_lines();
    for (std::size_t b = 0; b < seen.size(); ++b) {
      result.blocks[b].unique = false;
      if (seen[b].empty()) result.blocks[b].threads = shared[b];
      for (const double threads : seen[b]) result.blocks[b].threads += threads / static_cast<double>(seen[b].size());
    }
  }

  /// By block, the median over its lines of a line's executions divided evenly among the blocks that it is in. Example:
  /// a loop of 63 iterations that was unrolled completely has each of its lines in 63 blocks.
  std::vector<double> threads_of_shared_lines() const {
    std::vector<std::set<std::uint32_t>> lines_of_block(graph_.blocks.size());
    std::map<std::uint32_t, double> blocks_of_line;
    for (std::uint32_t k = 0; k < kernel_.instructions.size(); ++k) {
      const Instruction& i = kernel_.instructions[k];
      const std::uint32_t block = graph_.block_of[k];
      if (!line_of(i) || variables_.executions[block].empty()) continue;
      if (lines_of_block[block].insert(i.line).second) ++blocks_of_line[i.line];
    }
    std::vector<double> result(graph_.blocks.size(), 0);
    for (std::size_t b = 0; b < result.size(); ++b) {
      std::vector<double> shares;
      for (const std::uint32_t line : lines_of_block[b])
        shares.push_back(ptx_.lines.at(line).threads / blocks_of_line.at(line));
      if (shares.empty()) continue;
      const auto middle = shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2);
      std::ranges::nth_element(shares, middle);
      result[b] = *middle;
    }
    return result;
  }

  /// Threads of a warp that enter the block together: those of the block of PTX that most of its instructions are of,
  /// among those that are executed as often at least. Instructions that some threads skip say nothing of the others.
  /// Example: where the lanes meet again that did not wait in a loop, the branch of the loop is the line of BSYNC. 0:
  /// not known.
  double lanes_of(std::uint32_t block, double threads) const {
    std::map<std::uint32_t, std::pair<int, double>> votes;
    for (std::uint32_t k = graph_.blocks[block].first; k < graph_.blocks[block].last; ++k) {
      const PtxLine* line = line_of(kernel_.instructions[k]);
      if (!line || line->warps <= 0 || kernel_.instructions[k].conditional) continue;
      if (line->threads < threads * (1 - agreement)) continue;
      auto& [count, lanes] = votes[line->block];
      const bool fits = line->threads <= threads * (1 + agreement);
      count += fits ? 1000 : 1;
      lanes = line->threads / line->warps;
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto& v) { return v.second.first; });
    return most != votes.end() ? most->second.second : 0;
  }

  /// A block of which it is not known has the lanes of one that goes on to it with as many threads, else those of the
  /// launch.
  void set_warps(Executions& result) const {
    std::vector<double> lanes;
    for (std::uint32_t b = 0; b < result.blocks.size(); ++b) lanes.push_back(lanes_of(b, result.blocks[b].threads));
    for (std::uint32_t b = 0; b < result.blocks.size(); ++b) {
      for (const std::uint32_t next : graph_.blocks[b].successors) {
        const double threads = result.blocks[next].threads;
        if (lanes[next] == 0 && std::abs(result.blocks[b].threads - threads) <= agreement * threads)
          lanes[next] = lanes[b];
      }
    }
    const double of_launch = ptx_.warps > 0 ? ptx_.threads / ptx_.warps : 32;
    for (std::uint32_t b = 0; b < result.blocks.size(); ++b)
      result.blocks[b].warps = result.blocks[b].threads / (lanes[b] > 0 ? lanes[b] : of_launch);
  }

  void compare(Executions& result) const {
    for (const Anchor& anchor : anchors_) {
      double machine = 0;
      for (const auto& [block, share] : anchor.shares) machine += share * result.blocks[block].threads;
      ++result.compared;
      const double ptx = anchor.ptx->threads;
      if (std::abs(machine - ptx) > agreement * std::max(ptx, ptx_.threads * agreement))
        result.mismatches.push_back({anchor.line, ptx, machine});
    }
  }

  void add_up_arithmetic(Executions& result) const {
    for (const auto* lines : {&arithmetic_.groups, &arithmetic_.others}) {
      for (const detail::CopiedLines& line : *lines) {
        result.ptx_arithmetic += line.lines * line.threads;
        for (const auto& [block, copies] : line.copies)
          result.machine_arithmetic += line.lines * copies * result.blocks[block].threads;
      }
    }
  }

  const Kernel& kernel_;
  const FlowGraph& graph_;
  const PtxLines& ptx_;
  detail::FlowVariables variables_;
  detail::ArithmeticCopies arithmetic_;
  LinearSystem system_;
  std::vector<Anchor> anchors_;
  std::vector<Anchor> guarded_;  ///< not sure
};

}  // namespace

Executions executions_of(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx) {
  return Solver(kernel, graph, ptx).solve();
}

}  // namespace forewarp::machine
