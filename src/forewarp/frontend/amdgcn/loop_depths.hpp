// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which loops of PTX correspond to which of machine code, where code of one source line is in several: those of equal
/// nesting depth. Compilers unroll loops wholly, each others of them, and peel iterations off. So with P the
/// depths at which PTX has a place and M those of the machine,
///
///     depth = min(depth, max P, max M)
///
/// and PTX that the machine has only deeper goes there; what the machine has nowhere in PTX belongs to nothing.
/// Example: PTX has a sum in the loop and one behind it on the same line, depths 1 and 0, and so does the machine: each
/// has its own executions. Where the machine has unrolled the loop (M = {0}), both share them.
#include <map>
#include <set>
#include <tuple>

#include "forewarp/frontend/amdgcn/assembly.hpp"

namespace forewarp::amdgcn {

/// Arithmetic that is compared by itself; all of it together where executions are.
enum class Arithmetic : std::uint8_t { any, floats, integers };

/// Code of a place that is compared with code of the same kind.
struct Kind {
  Place place;
  machine::Effect effect = machine::Effect::none;
  Arithmetic arithmetic = Arithmetic::any;  ///< where there is no effect
  auto operator<=>(const Kind&) const = default;
};

class LoopDepths {
 public:
  explicit LoopDepths(const Kernel& machine);
  void add_ptx(const Kind& kind, std::uint32_t depth) { of_[kind].ptx.insert(depth); }

  /// After all of PTX was added.
  [[nodiscard]] std::uint32_t of_ptx(const Kind& kind, std::uint32_t depth) const;
  [[nodiscard]] std::uint32_t of_machine(const Kind& kind, std::uint32_t depth) const;

 private:
  struct Depths {
    std::set<std::uint32_t> ptx, machine;
    [[nodiscard]] std::uint32_t most() const;
  };
  std::map<Kind, Depths> of_;
};

/// Arithmetic of floats whose results are sums and products, or of integers in vector units; else `any`.
[[nodiscard]] Arithmetic arithmetic_of(const machine::Instruction& instruction, const Access& access);

}  // namespace forewarp::amdgcn
