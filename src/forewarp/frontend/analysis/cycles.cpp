// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/cycles.hpp"

// Strongly connected components of the graph whose nodes are registers, with an edge from each register that an
// instruction reads to each that it writes. An instruction is on a cycle if one of its edges stays within a component:
// then its result reaches, through the rest of the component, the register that it reads.
//
// R. Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with an explicit stack, since a chain of
// registers may be as long as the function. entered_ numbers registers in the order of the search; low_ is the smallest
// number that a register's subtree leads back to. Invariant: open_ holds the registers whose component is not complete;
// when a register is left with low_ == entered_, it and what is above it in open_ are one component.
//
// Example:                                edges             components
//     0: mov %r1, 0;                      none
//     1: add %r2, %r1, 4;                 r1 -> r2          {r1, r2}: 1 and 2 are on a cycle
//     2: mov %r1, %r2;                    r2 -> r1
//     3: add %r3, %r2, %r2;               r2 -> r3          {r3}: 3 is not
#include <algorithm>
#include <cstdint>

namespace forewarp::analysis {
namespace {

class Components {
 public:
  explicit Components(const DefUse& flow)
      : flow_(flow), entered_(flow.registers()), low_(flow.registers()), component_(flow.registers()) {
    for (std::uint32_t reg = 0; reg < flow.registers(); ++reg)
      if (entered_[reg] == 0) search(reg);
  }

  [[nodiscard]] bool together(std::uint32_t a, std::uint32_t b) const { return component_[a] == component_[b]; }

 private:
  /// A register on the way, and the next of its edges: by reader, then by what that writes.
  struct Step {
    std::uint32_t reg, reader = 0, result = 0;
  };

  void enter(std::uint32_t reg) {
    entered_[reg] = low_[reg] = ++count_;
    open_.push_back(reg);
    way_.push_back({reg});
  }

  void search(std::uint32_t root) {
    enter(root);
    while (!way_.empty()) {
      Step& step = way_.back();
      const auto readers = flow_.readers(step.reg);
      if (step.reader == readers.size()) {
        leave(step.reg);
        continue;
      }
      const auto written = flow_.written(readers[step.reader]);
      if (step.result == written.size()) {
        ++step.reader;
        step.result = 0;
        continue;
      }
      const std::uint32_t to = written[step.result++];
      if (entered_[to] == 0)
        enter(to);
      else if (component_[to] == 0)
        low_[step.reg] = std::min(low_[step.reg], entered_[to]);
    }
  }

  void leave(std::uint32_t reg) {
    way_.pop_back();
    if (!way_.empty()) low_[way_.back().reg] = std::min(low_[way_.back().reg], low_[reg]);
    if (low_[reg] != entered_[reg]) return;
    ++components_;
    std::uint32_t member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      component_[member] = components_;
    } while (member != reg);
  }

  const DefUse& flow_;
  std::vector<std::uint32_t> entered_, low_;  ///< by register; entered_ 0: not yet
  std::vector<std::uint32_t> component_;      ///< by register; 0: not complete yet
  std::vector<std::uint32_t> open_;
  std::vector<Step> way_;
  std::uint32_t count_ = 0, components_ = 0;
};

}  // namespace

std::vector<bool> instructions_on_cycles(const DefUse& flow) {
  const Components components(flow);
  std::vector<bool> out(flow.instructions());
  for (std::uint32_t n = 0; n < flow.instructions(); ++n) {
    const auto sources = flow.sources(n), written = flow.written(n);
    out[n] = std::any_of(written.begin(), written.end(), [&](std::uint32_t to) {
      return std::any_of(sources.begin(), sources.end(), [&](std::uint32_t from) {
        return components.together(from, to);  // also where they are the same register
      });
    });
  }
  return out;
}

}  // namespace forewarp::analysis
