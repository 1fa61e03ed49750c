// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/launch/guess.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/launch/argument_value.hpp"
#include "forewarp/launch/element.hpp"
#include "forewarp/launch/host_memory.hpp"
#include "forewarp/launch/links.hpp"
#include "forewarp/launch/signature.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

// Enough for a matrix of the problem size squared up to 4096, and 16 elements for each unit of it beyond; and for as
// many elements as the integers that were given multiply to (rows, columns, channels, whatever they are).
constexpr std::uint64_t least_elements = std::uint64_t{1} << 24;
constexpr std::uint64_t most_elements = std::uint64_t{1} << 34;
constexpr std::uint64_t most_parameter_bytes = std::uint64_t{1} << 20;  // of all together; CUDA allows 32764

std::uint64_t problem_size(const Launch& launch) {
  const auto n = launch.parameters.find("n");
  if (n != launch.parameters.end() && n->second > 0) return static_cast<std::uint64_t>(n->second);
  return std::min<std::uint64_t>(launch.grid.count(), std::uint64_t{1} << 40) * launch.block.count();
}

/// The product of the integers among them that are greater than 1.
std::uint64_t extent_of(std::span<const std::optional<Argument>> given) {
  std::uint64_t product = 1;
  for (const std::optional<Argument>& argument : given) {
    const auto* scalar = argument ? std::get_if<Scalar>(&argument->value) : nullptr;
    if (!scalar || is_real(scalar->type)) continue;
    const unsigned unused = 64 - 8 * ptx::size_of(scalar->type);
    if (unused >= 64) continue;
    const std::int64_t value = static_cast<std::int64_t>(scalar->bits << unused) >> unused;
    if (value <= 1) continue;
    const auto factor = static_cast<std::uint64_t>(value);
    product = product <= most_elements / factor ? product * factor : most_elements;
  }
  return product;
}

std::uint64_t guessed_count(std::uint64_t n, std::uint64_t extent) {
  const std::uint64_t square = n <= 65536 ? n * n : 0, line = n < most_elements / 16 ? 16 * n : most_elements;
  return std::clamp(std::max({square, line, extent}), least_elements, most_elements);
}

Buffer guessed_buffer(ptx::Type element, std::uint64_t n, std::uint64_t extent) {
  Buffer buffer{
      .element = element == ptx::Type::none ? ptx::Type::f32 : element, .count = guessed_count(n, extent), .fill = {}};
  buffer.fill.kind = FillKind::uniform;
  const unsigned bits = 8 * ptx::size_of(buffer.element);
  const double largest = bits >= 32 ? 0x1p31 : (bits == 16 ? 32768 : 128);
  if (!is_real(buffer.element)) buffer.fill.high = std::min(largest, static_cast<double>(n));
  return buffer;
}

std::string describe(const Buffer& buffer) {
  return fmt::format("a buffer of {} x {}, uniform in [{}, {})", buffer.count, ptx::name_of(buffer.element),
                     buffer.fill.low, buffer.fill.high);
}

void check_size(const ptx::Function& entry) {
  std::uint64_t left = most_parameter_bytes;
  for (const ptx::Variable& parameter : entry.parameters) {
    if (parameter.bytes() > left)
      throw InputError(fmt::format("parameter '{}' of {}: the parameters have more than {} bytes", parameter.name,
                                   entry.name, most_parameter_bytes));
    left -= parameter.bytes();
  }
}

/// Pointers into dynamic shared memory (__local of OpenCL): an element a thread each, one buffer after the other. There
/// is as much of it as was given, else as they need.
struct SharedRoom {
  bool given = false;
  std::uint64_t used = 0;
};

Argument guess_local(Launch& launch, const ptx::Variable& parameter, ptx::Type pointee, const std::string& name,
                     SharedRoom& room, std::string& note) {
  // A float4 is loaded as four f32, and aligned as one.
  const std::uint64_t at = room.used, word = pointee == ptx::Type::none ? 4 : ptx::size_of(pointee),
                      element = std::clamp<std::uint64_t>(parameter.pointee_alignment, word, 16);
  room.used += (element * launch.block.count() + 15) / 16 * 16;
  if (!room.given) launch.dynamic_shared_bytes = room.used;
  note = fmt::format("byte {} of {} of dynamic shared memory", at, launch.dynamic_shared_bytes);
  return {name, Scalar{ptx::Type::b64, at}};
}

Argument guess(const ptx::Variable& parameter, const std::string& name, ptx::Type pointee, std::uint64_t n,
               std::uint64_t extent, std::string& note) {
  if (parameter.is_array) {
    note = fmt::format("{} zero bytes", parameter.bytes());
    return {name, std::string(parameter.bytes(), '\0')};
  }
  const bool pointer = pointee != ptx::Type::none || parameter.pointee != ptx::StateSpace::none;
  if (takes_pointer(parameter) && pointer) {
    const Buffer buffer = guessed_buffer(pointee, n, extent);
    note = describe(buffer);
    return {name, buffer};
  }
  const Number value = is_real(parameter.type) ? Number(1.0) : Number(static_cast<std::int64_t>(n));
  const unsigned bits = 8 * ptx::size_of(parameter.type);
  const Number fitting = bits >= 32 || is_real(parameter.type) ? value : Number(std::int64_t{1});
  note = is_real(parameter.type) ? "1.0" : fmt::format("{}", std::get<std::int64_t>(fitting));
  return {name, Scalar{parameter.type, encode(fitting, parameter.type, name)}};
}

/// Adds the next argument as a guess, under this name ("": as PTX calls it).
void add_guess(Launch& launch, const ptx::Function& entry, const std::vector<ptx::Type>& pointees,
               const std::string& name, std::uint64_t extent, SharedRoom& room) {
  const std::size_t i = launch.arguments.size();
  const ptx::Variable& parameter = entry.parameters[i];
  const auto set = launch.parameters.find(name);
  const std::uint64_t n = set != launch.parameters.end() && set->second > 0 ? static_cast<std::uint64_t>(set->second)
                                                                            : problem_size(launch);
  std::string note;
  const std::string called = name.empty() ? std::string(parameter.name) : name;
  const bool local = parameter.pointee == ptx::StateSpace::shared;
  launch.arguments.push_back(
      local ? guess_local(launch, parameter, pointees[i], called, room, note)
            : guess(parameter, called, pointees[i], std::min<std::uint64_t>(n, 0x7fffffff), extent, note));
  const std::string which = name.empty() ? "" : fmt::format(", {},", name);
  const std::string option = local ? "--shared BYTES" : name.empty() ? "--arg" : "--arg " + name + "=...";
  launch.notes.push_back(fmt::format("guessed: argument {} of {}{} is {} ({} says it)", i + 1, entry.parameters.size(),
                                     which, note, option));
  launch.guessed_arguments = true;
}

[[noreturn]] void fail_for_name(const std::string& name, const ptx::Function& entry,
                                std::span<const std::string> names) {
  throw InputError(fmt::format("{} has no parameter '{}'{}: its parameters are {}", entry.name, name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

}  // namespace

void guess_arguments(Launch& launch, const ptx::Function& entry) {
  check_size(entry);
  const std::vector<ptx::Type> pointees = pointee_types(entry);
  SharedRoom room{.given = launch.dynamic_shared_bytes != 0};
  while (launch.arguments.size() < entry.parameters.size()) add_guess(launch, entry, pointees, "", 1, room);
}

void place_arguments(Launch& launch, const ptx::Function& entry, std::span<const std::string> names,
                     std::span<const ArgumentSpec> given) {
  check_size(entry);
  const auto is_name = [&](const ArgumentSpec& a) {
    return std::find(names.begin(), names.end(), a.name) != names.end();
  };
  const bool by_name = std::any_of(given.begin(), given.end(), is_name) || given.size() < entry.parameters.size();
  const auto wrong = std::find_if_not(given.begin(), given.end(), is_name);
  if (by_name && wrong != given.end()) fail_for_name(wrong->name, entry, names);
  const Parameters words = expression_names(launch);
  const std::vector<ptx::Type> pointees = pointee_types(entry);
  std::vector<std::optional<Argument>> told(std::max(entry.parameters.size(), given.size()));
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto named =
        std::find_if(given.begin(), given.end(), [&](const auto& a) { return i < names.size() && a.name == names[i]; });
    const ArgumentSpec* spec = by_name ? (named == given.end() ? nullptr : &*named) : &given[i];
    if (spec) told[i] = argument_value(*spec, words, i < entry.parameters.size() ? &entry.parameters[i] : nullptr);
  }
  const std::uint64_t extent = extent_of(told);
  SharedRoom room{.given = launch.dynamic_shared_bytes != 0};
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (told[i])
      launch.arguments.push_back(std::move(*told[i]));
    else
      add_guess(launch, entry, pointees, names[i], extent, room);
  }
  check_signature(launch, entry);
  link_arguments(launch, entry, given);
  note_host_memory(launch);
}

}  // namespace forewarp::launch
