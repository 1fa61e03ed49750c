// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The rows of KernelCounts from block formulas: operations by kind and type, memory accesses with their strides.
#include <functional>

#include "forewarp/count/ptx/analyse.hpp"
#include "forewarp/count/ptx/detail/attempt.hpp"

namespace forewarp::count::detail {

struct RowSource {
  const ptx::Function& function;
  const ptx::Cfg& cfg;
  /// Thread executions of an instruction that has a guard.
  std::function<PwQPolynomial(std::uint32_t)> guarded;
  /// Who followed the block; null where nobody did.
  std::function<Attempt*(std::uint32_t)> followed_by;
};

void add_operations(const RowSource& source, PtxCounts& out);
void add_accesses(const RowSource& source, PtxCounts& out);
/// factor * p.
[[nodiscard]] PwQPolynomial times(const PwQPolynomial& p, const symbolic::Rational& factor);

}  // namespace forewarp::count::detail
