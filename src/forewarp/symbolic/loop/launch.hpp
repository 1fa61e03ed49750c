// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How the generated kernel is started: what it is given, and the grid and the groups as expressions of the parameters.
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// One axis of the launch. A loop that is tagged with it runs over base + id, id in [0, size).
struct LaunchAxis {
  ExpressionPtr size = integer(1);
  ExpressionPtr base = integer(0);
  std::vector<std::string> loops;  ///< tagged with the axis and in use, sorted
};

/// Axis 0 is the fastest. Loops on one axis may differ in size: the launch has the largest, and the kernel guards.
struct LaunchShape {
  std::array<LaunchAxis, 3> grid, block;
};

/// Throws InputError where a size has no closed form, or a group has more than 1024 work-items.
[[nodiscard]] LaunchShape launch_shape(const Program& program);

/// A parameter of the kernel's signature.
struct Argument {
  enum class Kind : std::uint8_t { array, scalar, parameter } kind = Kind::array;
  std::string name;
  Type type = Type::i32;
  bool written = false;    ///< of an array: not const
  ExpressionPtr elements;  ///< of an array: how many it has
};

/// The order of the signature: arrays in global memory, then numbers, then the parameters of the domain (i32) that are
/// not fixed; each by name.
[[nodiscard]] std::vector<Argument> arguments_of(const Program& program);

/// A whole-number expression of the parameters (+ - * // % / min max). Throws InputError for a name without a value, a
/// divisor of 0, or a result beyond 64 bits.
[[nodiscard]] std::int64_t value_of(const ExpressionPtr& e, const std::map<std::string, std::int64_t>& values);

}  // namespace forewarp::loop
