// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a program before and after its transformations.
#include <fstream>
#include <sstream>

#include "forewarp/symbolic/loop/interpret.hpp"
#include "programs.hpp"
#include "source_dir.hpp"

namespace forewarp::loop::test {

using Sizes = std::map<std::string, std::int64_t>;

inline std::string text_of(const std::string& file) {
  std::ifstream in(std::string(forewarp::test::source_dir()) + "/data/loop/" + file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Small whole numbers, so that sums are exact in any order.
inline std::vector<double> numbers(std::size_t count, std::uint32_t seed) {
  std::vector<double> values(count);
  for (double& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<double>(seed >> 28) - 8;
  }
  return values;
}

/// What the program makes of the arrays in `input` (name, elements).
inline Arrays run(const Program& program, const Sizes& sizes,
                  const std::vector<std::pair<std::string, std::size_t>>& input, bool backwards = false) {
  Arrays arrays;
  std::uint32_t seed = 1;
  for (const auto& [array, elements] : input) arrays[array] = numbers(elements, seed++);
  interpret(program, sizes, arrays, {.backwards = backwards});
  return arrays;
}

}  // namespace forewarp::loop::test
