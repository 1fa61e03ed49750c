// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

#include <cmath>

#include <fmt/format.h>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernels {
namespace {

const launch::Argument* find_argument(const launch::Launch& launch, std::string_view name) {
  for (const launch::Argument& argument : launch.arguments)
    if (argument.name == name) return &argument;
  return nullptr;
}

}  // namespace

Inputs::Inputs(const launch::Launch& launch) : launch_(launch) {
  for (const launch::Argument& argument : launch.arguments)
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value))
      buffers_[argument.name] = launch::contents(*buffer);
}

const std::vector<std::byte>& Inputs::bytes_of(std::string_view buffer) const {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) throw InputError(fmt::format("the reference needs a buffer '{}'", buffer));
  return found->second;
}

double Inputs::scalar(std::string_view name) const {
  const launch::Argument* argument = find_argument(launch_, name);
  const auto* scalar = argument ? std::get_if<launch::Scalar>(&argument->value) : nullptr;
  if (!scalar) throw InputError(fmt::format("the reference needs a scalar '{}'", name));
  return launch::decode(scalar->bits, scalar->type);
}

std::size_t Inputs::parameter(std::string_view name) const {
  const auto found = launch_.parameters.find(std::string(name));
  if (found == launch_.parameters.end() || found->second < 0)
    throw InputError(fmt::format("the reference needs a parameter '{}'", name));
  return static_cast<std::size_t>(found->second);
}

Reference find_reference(std::string_view name) {
  for (const NamedReference& named : all_references())
    if (named.name == name) return named.reference;
  return nullptr;
}

std::vector<std::string> reference_names() {
  std::vector<std::string> names;
  for (const NamedReference& named : all_references()) names.emplace_back(named.name);
  return names;
}

std::optional<std::string> mismatch(const Expected& expected, const launch::Launch& launch,
                                    std::span<const std::byte> actual, double tolerance) {
  const launch::Argument* argument = find_argument(launch, expected.buffer);
  const auto* buffer = argument ? std::get_if<launch::Buffer>(&argument->value) : nullptr;
  if (!buffer || buffer->count != expected.value.size() || actual.size() != buffer->bytes())
    return fmt::format("{}: the reference has {} elements", expected.buffer, expected.value.size());
  const unsigned size = ptx::size_of(buffer->element);
  for (std::size_t i = 0; i < expected.value.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, actual.data() + i * size, size);
    const double is = launch::decode(bits, buffer->element), should = expected.value[i];
    const double bound = std::max(expected.bound.empty() ? 0 : expected.bound[i], tolerance * std::abs(should));
    if (!(std::abs(is - should) <= bound))
      return fmt::format("{}[{}] is {}, {} was expected (to within {})", expected.buffer, i, is, should, bound);
  }
  return std::nullopt;
}

}  // namespace forewarp::kernels
