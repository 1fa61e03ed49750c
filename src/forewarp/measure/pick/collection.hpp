// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Measurement kernels chosen by tags (stevens2020, section 7.1).
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/pick/generator.hpp"

namespace forewarp::pick {

/// How a generator's tags must relate to those the user gives: the four conditions of the paper, superset the
/// default.
enum class Match : std::uint8_t { identical, subset, superset, intersect };
/// Throws InputError for another name.
[[nodiscard]] Match match_named(std::string_view name);

/// "matmul_sq" chooses generators, "dtype:float32,float64" values of an argument.
struct Filter {
  std::set<std::string> tags;
  std::map<std::string, std::vector<std::string>> values;
};
/// Throws InputError for a tag with an empty name or value, or an argument that is given twice.
[[nodiscard]] Filter parse_filter(std::span<const std::string> tags);

/// One kernel of one generator.
struct MeasurementKernel {
  std::string generator, name;
  Settings settings;                          ///< every argument of the generator
  std::map<std::string, std::int64_t> sizes;  ///< the parameters to run it with
  std::string loop_program;                   ///< text (docs/formats/loop.md); the same for all sizes
};

[[nodiscard]] bool matches(const Generator& generator, const Filter& filter, Match match);

/// A kernel for each element of the Cartesian product of allowed values, of every generator that matches; combinations
/// that a generator does not allow are left out. Sorted by generator, then in the order of the values. Throws
/// InputError where no generator matches (naming near tags), where an argument is none of any that match, a value is
/// not allowed, and where more than 100000 kernels would come out.
[[nodiscard]] std::vector<MeasurementKernel> kernels(std::span<const Generator> generators, const Filter& filter,
                                                     Match match = Match::superset);

}  // namespace forewarp::pick
