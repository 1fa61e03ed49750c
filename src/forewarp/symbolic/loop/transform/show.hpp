// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a program has become, for people:
///
///     kernel matmul
///     parameters  n, where [n] -> {  : (n) mod 16 = 0 and n > 0 }
///     loops       i_out g.1  i_in l.1  j_out g.0  j_in l.0  k
///     global      a: f32[n, n]  b: f32[n, n]  c: f32[n, n]
///     private     acc: f32
///     statements
///       s0_init: acc = 0.0
///       ...
///     order
///       s0_init
///       for k
///         s0_update
///       s0
#include <string>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// Reductions realised, types inferred. Throws as schedule() and infer_types() do.
[[nodiscard]] std::string show(const Program& program);

}  // namespace forewarp::loop
