// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/signature.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

std::string wanted(const ptx::Variable& parameter) {
  if (parameter.is_array) return fmt::format("a struct of {} bytes", parameter.bytes());
  return fmt::format(".{}", ptx::name_of(parameter.type));
}

/// What is wrong with the argument, or nothing.
std::string complaint(const Argument& argument, const ptx::Variable& parameter) {
  if (std::holds_alternative<Buffer>(argument.value))
    return takes_pointer(parameter) ? "" : "is a buffer, but the parameter is not a pointer";
  if (const auto* bytes = std::get_if<std::string>(&argument.value))
    return bytes->size() == parameter.bytes() ? "" : fmt::format("has {} bytes", bytes->size());
  const ptx::Type type = std::get<Scalar>(argument.value).type;
  if (ptx::size_of(type) != parameter.bytes()) return fmt::format("is a {}", ptx::name_of(type));
  // Compilers may declare a float as .b32; a parameter that says .f32 takes nothing else.
  if (is_real(parameter.type) && !is_real(type)) return fmt::format("is a {}", ptx::name_of(type));
  if (is_real(type) && (parameter.type == ptx::Type::u64 || parameter.type == ptx::Type::s64))
    return fmt::format("is one {0} (a buffer is written buffer:{0}:COUNT)", ptx::name_of(type));
  return "";
}

}  // namespace

bool takes_pointer(const ptx::Variable& parameter) {
  return !parameter.is_array && parameter.bytes() == 8 && parameter.type != ptx::Type::f64;
}

void check_signature(const Launch& launch, const ptx::Function& entry) {
  const std::size_t given = launch.arguments.size() - launch.unpassed, needed = entry.parameters.size();
  for (std::size_t i = 0; i < std::min(given, needed); ++i) {
    const std::string what = complaint(launch.arguments[i], entry.parameters[i]);
    if (!what.empty())
      throw InputError(fmt::format("{}: argument {} '{}' {}; parameter {} is {}", entry.name, i + 1,
                                   launch.arguments[i].name, what, entry.parameters[i].name,
                                   wanted(entry.parameters[i])));
  }
  if (given < needed)
    throw InputError(fmt::format("{}: {} arguments are described, but the kernel takes {}: parameter {} ({}) has none",
                                 entry.name, given, needed, entry.parameters[given].name,
                                 wanted(entry.parameters[given])));
  if (given > needed)
    throw InputError(fmt::format("{}: argument {} '{}' is one too many, the kernel takes {}", entry.name, needed + 1,
                                 launch.arguments[needed].name, needed));
}

}  // namespace forewarp::launch
