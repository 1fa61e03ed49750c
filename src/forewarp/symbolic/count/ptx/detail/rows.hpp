// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The rows of KernelCounts from block formulas: operations by kind and type, memory accesses with their strides.
#include <functional>

#include "forewarp/symbolic/count/ptx/analyse.hpp"
#include "forewarp/symbolic/count/ptx/detail/attempt.hpp"

namespace forewarp::count::detail {

struct RowSource {
  const ptx::Function& function;
  const analysis::Cfg& cfg;
  /// Thread executions of an instruction that has a guard.
  std::function<PwQPolynomial(std::uint32_t)> guarded;
  /// The attempt that followed the block; null without one.
  std::function<Attempt*(std::uint32_t)> followed_by;
  /// The attempts in order, null behind the last; `fix` notes that a formula of an attempt is used.
  std::function<Attempt*(std::size_t)> attempt;
  std::function<void(std::size_t)> fix;
};

void add_operations(const RowSource& source, PtxCounts& out);
void add_accesses(const RowSource& source, PtxCounts& out);
/// Footprints and ratios of accesses to footprint of the rows that add_accesses made; instructions[i] is that of row i.
void add_footprints(const RowSource& source, const std::vector<std::uint32_t>& instructions, PtxCounts& out);
/// The pointer that an address starts from.
struct Array {
  std::string name;
  bool is_argument = false;
  SymbolId symbol = 0;
};
[[nodiscard]] Array array_of(const Algebra& algebra, const ptx::Function& function, const Form& address);
/// factor * p.
[[nodiscard]] PwQPolynomial times(const PwQPolynomial& p, const symbolic::Rational& factor);

}  // namespace forewarp::count::detail
