// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel does, as formulas in its sizes, and at one size where it is given:
///
///     matmul, sizes n; groups 1/256*n^2 of 256 work-items; barriers a work-item 0
///     operation     per        count
///     float32 madd  sub-group  1/32*n^3
///     access                         per        count   local strides  group strides  loop strides  AFR
///     global float32 load a$aLD      sub-group  ...     {0:0, 1:n}     {0:0, 1:16*n}  k:1           n
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/symbolic/count/counts.hpp"

namespace forewarp::report {

using CountSizes = std::map<std::string, std::int64_t>;

/// `sizes` empty: formulas; else their values there, and the formulas. Throws as PwQPolynomial::evaluate does.
[[nodiscard]] std::string count_text(const count::KernelCounts& counts, const CountSizes& sizes = {});
[[nodiscard]] nlohmann::json count_json(const count::KernelCounts& counts, const CountSizes& sizes = {});
/// Each size from an eighth to eight times its value, as far as it divides, the others as they are: an array of
/// {"size", "values", "rows": [{"what", "counts"}]}.
[[nodiscard]] nlohmann::json count_sweep_json(const count::KernelCounts& counts, const CountSizes& sizes);
/// One C++ function per row that needs nothing but <cstdint>, and a table of what each is.
[[nodiscard]] std::string count_cpp(const count::KernelCounts& counts);
/// One line per row: $\text{float32 madd} = ...$
[[nodiscard]] std::string count_latex(const count::KernelCounts& counts);

}  // namespace forewarp::report
