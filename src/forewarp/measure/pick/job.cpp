// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/launch.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::pick {

namespace {

using Sizes = std::map<std::string, std::int64_t>;

ptx::Type element_of(loop::Type type) {
  switch (type) {
    case loop::Type::f16:
      return ptx::Type::f16;
    case loop::Type::f32:
      return ptx::Type::f32;
    case loop::Type::f64:
      return ptx::Type::f64;
    case loop::Type::i64:
      return ptx::Type::s64;
    case loop::Type::boolean:
      return ptx::Type::u8;
    case loop::Type::i32:
    case loop::Type::unknown:
      break;
  }
  return ptx::Type::s32;
}

std::int64_t elements(const loop::Argument& array, const Sizes& sizes) {
  const std::int64_t count = loop::value_of(array.elements, sizes);
  if (count <= 0) throw InputError(fmt::format("the array '{}' has {} elements", array.name, count));
  return count;
}

launch::Scalar number(loop::Type type, std::int64_t whole, double real) {
  const ptx::Type t = element_of(type);
  if (type == loop::Type::f32) return {t, std::bit_cast<std::uint32_t>(static_cast<float>(real))};
  if (type == loop::Type::f64) return {t, std::bit_cast<std::uint64_t>(real)};
  if (type == loop::Type::f16) throw InputError("a number of type f16 cannot be given to a kernel: make it f32");
  return {t, static_cast<std::uint64_t>(whole)};
}

/// So that a subscript taken from an array of whole numbers stays inside of every array.
std::int64_t min_elements(const std::vector<loop::Argument>& arguments, const Sizes& sizes) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const loop::Argument& a : arguments)
    if (a.kind == loop::Argument::Kind::array && loop::is_float(a.type)) least = std::min(least, elements(a, sizes));
  return least == std::numeric_limits<std::int64_t>::max() ? 1 : least;
}

run::Argument argument_of(const loop::Argument& a, const Sizes& sizes, std::int64_t indices) {
  if (a.kind == loop::Argument::Kind::parameter)
    return {a.name, number(loop::Type::i32, loop::value_of(loop::name(a.name), sizes), 0)};
  if (a.kind == loop::Argument::Kind::scalar) return {a.name, number(a.type, 0, 0.25)};
  launch::Buffer buffer;
  buffer.element = element_of(a.type);
  buffer.count = static_cast<std::uint64_t>(elements(a, sizes));
  buffer.output = a.written;
  buffer.fill.kind = launch::FillKind::uniform;
  buffer.fill.low = loop::is_float(a.type) ? 0.5 : 0;
  buffer.fill.high = loop::is_float(a.type) ? 1.5 : static_cast<double>(indices);
  return {a.name, buffer};
}

launch::Dim3 shape_of(const std::array<loop::LaunchAxis, 3>& axes, const Sizes& sizes) {
  std::array<std::uint32_t, 3> size{};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int64_t value = loop::value_of(axes[k].size, sizes);
    if (value <= 0 || value > std::numeric_limits<std::int32_t>::max())
      throw InputError(fmt::format("an axis of the launch would have {} places", value));
    size[k] = static_cast<std::uint32_t>(value);
  }
  return {size[0], size[1], size[2]};
}

/// Throws InputError where the sizes are not the program's assumptions.
void check_assumptions(const loop::Program& program, const Sizes& sizes) {
  if (!program.assumptions) return;
  std::string names, values;
  for (const auto& [name, value] : sizes) {
    names += (names.empty() ? "" : ", ") + name;
    values += fmt::format("{}{} = {}", values.empty() ? "" : " and ", name, value);
  }
  const symbolic::Set here =
      symbolic::Set::parse(fmt::format("[{}] -> {{ : {} }}", names, values.empty() ? "true" : values), program.context);
  if (program.assumptions->intersect(here).is_empty())
    throw InputError(fmt::format("{}: {} contradicts what the program assumes: {}", program.name, values,
                                 program.assumptions->str()));
}

/// Shape and arguments; of the code its entry alone.
run::Job launched(const loop::Program& program, const Sizes& sizes, loop::Target target) {
  Sizes all = sizes;
  for (const auto& [name, value] : program.fixed) all[name] = value;
  check_assumptions(program, all);
  const loop::Program ready = loop::prepared(program, target);
  const loop::LaunchShape shape = loop::launch_shape(ready);
  const std::vector<loop::Argument> arguments = loop::arguments_of(ready);
  run::Job job;
  job.entry = program.name;
  job.shape = {shape_of(shape.grid, all), shape_of(shape.block, all), 0};
  const std::int64_t indices = min_elements(arguments, all);
  for (const loop::Argument& a : arguments) job.arguments.push_back(argument_of(a, all, indices));
  return job;
}

}  // namespace

run::Job job_of(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes, run::Language language,
                std::string id) {
  const loop::Target target = language == run::Language::opencl_c ? loop::Target::opencl : loop::Target::cuda;
  run::Job job = launched(program, sizes, target);
  job.id = std::move(id);
  job.code = {language, loop::generate(program, target), program.name, {}};
  return job;
}

launch::Launch launch_of(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes) {
  const run::Job job = launched(program, sizes, loop::Target::cuda);
  launch::Launch launch;
  launch.entry = job.entry;
  launch.grid = job.shape.grid;
  launch.block = job.shape.block;
  for (const run::Argument& a : job.arguments) {
    if (const auto* buffer = std::get_if<launch::Buffer>(&a.value)) launch.arguments.push_back({a.name, *buffer});
    if (const auto* scalar = std::get_if<launch::Scalar>(&a.value)) launch.arguments.push_back({a.name, *scalar});
  }
  return launch;
}

}  // namespace forewarp::pick
