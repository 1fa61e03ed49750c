// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A space of configurations: named dimensions, each with its values, and relations that must hold between them.
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/python/expression.hpp"

namespace forewarp::rank {

/// "block" is the shape of a block ("16x16"); any other name is a launch parameter or a -D macro of the kernel.
struct Dimension {
  std::string name;
  std::vector<std::string> values;
};

/// One point: dimension -> value.
using Configuration = std::map<std::string, std::string>;

struct Space {
  std::vector<Dimension> dimensions;
  std::vector<std::string>
      constraints;  ///< integer expressions over the dimensions; a configuration needs all non-zero
  /// Of a tuner: expressions of Python over the dimensions; a configuration for which one is false is not of the space.
  std::vector<python::Expression> restrictions = {};
  /// The configurations, of exactly these dimensions, where they are not all combinations of the values.
  std::vector<Configuration> listed = {};
};

/// Reads "NAME=VALUES"; VALUES is a list "8,16,32", a range "1..10", "0..100+20" (step) or "64..1024*2" (factor), or a
/// list of those. Throws InputError saying what was expected.
[[nodiscard]] Dimension parse_dimension(std::string_view text);

/// Reads a TOML file: [vary] with an array (or a range as text) a name, constraints = ["..."]. Throws ParseError.
[[nodiscard]] Space load_space(const std::filesystem::path& file);
/// The same from text; file names it in messages.
[[nodiscard]] Space parse_space(std::string_view text, const std::string& file);

/// Block sizes 32, 64, ... 1024: the default space.
[[nodiscard]] Space default_space();

/// Those that are listed; else all points in odometer order, the last dimension fastest. Restrictions are applied,
/// constraints are not. Throws InputError for a name given twice, for more than a million points, for more than 20
/// million combinations that restrictions leave out, and for restrictions that leave nothing; ParseError where one
/// cannot be evaluated.
[[nodiscard]] std::vector<Configuration> configurations(const Space& space);

}  // namespace forewarp::rank
