// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Generated kernels on the emulator, every array checked for races and filled as the interpreter's are.
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <optional>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/launch.hpp"
#include "same_meaning.hpp"

namespace forewarp::loop::test {

/// PTX of the code; nothing where there is no compiler for it.
inline std::optional<source::Compiled> compiled(const std::string& code, Target target) {
  const TemporaryFolder folder;
  const auto path = folder.path() / (target == Target::cuda ? "k.cu" : "k.cl");
  std::ofstream(path) << code;
  try {
    return source::compile_uncached({.path = path});
  } catch (const Unavailable&) {
    return std::nullopt;
  }
}

/// Where element `at` (last subscript fastest) of the variable lies.
inline std::size_t stored_at(const Variable& v, std::size_t at, const Sizes& sizes) {
  std::vector<std::int64_t> extents, place(v.shape.size());
  for (const ExpressionPtr& extent : v.shape) extents.push_back(value_of(extent, sizes));
  for (std::size_t k = v.shape.size(); k-- > 0;) {
    place[k] = static_cast<std::int64_t>(at) % extents[k];
    at /= static_cast<std::size_t>(extents[k]);
  }
  std::int64_t offset = 0;
  for (const std::size_t axis : v.order) offset = offset * extents[axis] + place[axis];
  return static_cast<std::size_t>(offset);
}

inline std::uint32_t extent(const LaunchAxis& axis, const Sizes& sizes) {
  return static_cast<std::uint32_t>(value_of(axis.size, sizes));
}

/// Arrays of f32 alone. The kernel's arguments are bound in the order of arguments_of.
inline void emulate(const Program& program, const source::Compiled& code, const Sizes& sizes, Arrays& arrays) {
  launch::Launch launch;
  launch.entry = code.entries.at(0);
  const LaunchShape shape = launch_shape(program);
  launch.grid = {extent(shape.grid[0], sizes), extent(shape.grid[1], sizes), extent(shape.grid[2], sizes)};
  launch.block = {extent(shape.block[0], sizes), extent(shape.block[1], sizes), extent(shape.block[2], sizes)};
  const std::vector<Argument> arguments = arguments_of(program);
  for (const Argument& a : arguments) {
    if (a.kind == Argument::Kind::array)
      launch.arguments.push_back(
          {a.name, launch::Buffer{ptx::Type::f32, static_cast<std::uint64_t>(value_of(a.elements, sizes)),
                                  launch::Fill{}, a.written}});
    else
      launch.arguments.push_back(
          {a.name, launch::Scalar{ptx::Type::s32, static_cast<std::uint32_t>(sizes.at(a.name))}});
  }
  const ptx::Module module = ptx::parse(code.ptx, "generated");
  emu::MachineOptions options;
  options.check_races = true;
  emu::Machine machine(module, launch.entry, options);
  const emu::BoundArguments bound = emu::bind(launch, machine.memory());
  const auto each = [&](auto&& use) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].kind == Argument::Kind::array) use(arguments[i], bound.addresses[i]);
  };
  each([&](const Argument& a, std::uint64_t address) {
    std::vector<double>& values = arrays[a.name];
    values.resize(static_cast<std::size_t>(value_of(a.elements, sizes)));
    for (std::size_t e = 0; e < values.size(); ++e) {
      const auto value = static_cast<float>(values[e]);
      machine.memory().write(address + 4 * stored_at(program.variable(a.name), e, sizes),
                             std::as_bytes(std::span(&value, 1)));
    }
  });
  machine.run(launch, bound.bytes);
  each([&](const Argument& a, std::uint64_t address) {
    std::vector<double>& values = arrays[a.name];
    for (std::size_t e = 0; e < values.size(); ++e) {
      float value = 0;
      machine.memory().read(address + 4 * stored_at(program.variable(a.name), e, sizes),
                            std::as_writable_bytes(std::span(&value, 1)));
      values[e] = static_cast<double>(value);
    }
  });
}

}  // namespace forewarp::loop::test
