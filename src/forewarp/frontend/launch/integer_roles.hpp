// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel uses its integer parameters for, from its code: what an index is compared with, what it is divided by,
/// how often a loop runs. Values that are not given are chosen so that the launch works as a whole:
///
///     if (blockIdx.x * blockDim.x + threadIdx.x >= rows * cols) return;     4096 blocks of 256: rows = cols = 1024
///     if (blockIdx.x >= rows) return;                                       rows = 4096
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "forewarp/frontend/analysis/dependence.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

/// Index < bound, or index / divisor < bound.
struct IndexBound {
  std::set<std::size_t> parameters;  ///< what the bound is made of
  std::set<std::size_t> divisors;    ///< what the index was divided by
  std::bitset<6> indices;            ///< which make the index, by analysis::Index
  const ptx::Operand* bound = nullptr;
};

/// Parameters by their place in the signature; one may have several roles.
struct IntegerRoles {
  std::vector<IndexBound> bounds;
  std::set<std::size_t> divisors;     ///< an index is divided by it
  std::set<std::size_t> trips;        ///< decides how often a loop runs
  std::set<std::size_t> row_strides;  ///< multiplies an index along y or z
  std::set<std::size_t> factors;      ///< multiplies another index
  std::set<std::size_t> offsets;      ///< added to an index
  std::set<std::size_t> flags;        ///< compared for equality
};

[[nodiscard]] IntegerRoles integer_roles(const ptx::Function& entry, const analysis::Dependence& dependence);

/// A value for each parameter of `wanted`, given those of `known`. size: of the problem, where the launch has one that
/// is not its number of threads (its parameter n), else 0.
[[nodiscard]] std::map<std::size_t, std::int64_t> guessed_integers(const ptx::Function& entry,
                                                                   const IntegerRoles& roles, const Launch& launch,
                                                                   std::map<std::size_t, std::int64_t> known,
                                                                   const std::set<std::size_t>& wanted);

}  // namespace forewarp::launch
