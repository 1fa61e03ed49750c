// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/argument_value.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "forewarp/frontend/launch/pointer_text.hpp"
#include "forewarp/frontend/launch/signature.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

constexpr std::uint64_t max_buffer_bytes = std::uint64_t{1} << 40;  // emu::Memory::buffer_shift

std::uint64_t element_count(const BufferSpec& spec, const std::string& name, const Parameters& parameters) {
  const std::int64_t count = spec.count.integer(parameters);
  if (count < 0) spec.count.fail(0, fmt::format("is {}: buffer '{}' cannot have that many elements", count, name));
  if (static_cast<std::uint64_t>(count) > max_buffer_bytes / (ptx::size_of(spec.element) * spec.lanes))
    spec.count.fail(0, fmt::format("is {}: buffer '{}' would be larger than {} bytes", count, name, max_buffer_bytes));
  return static_cast<std::uint64_t>(count) * spec.lanes;
}

/// The type of any integer, signed or not, of so many bytes; none where there is no such type.
ptx::Type integer_of(std::uint64_t bytes) {
  switch (bytes) {
    case 1:
      return ptx::Type::b8;
    case 2:
      return ptx::Type::b16;
    case 4:
      return ptx::Type::b32;
    case 8:
      return ptx::Type::b64;
    default:
      return ptx::Type::none;
  }
}

/// The type of a scalar that was not given one: its parameter's; where that has no type but a size (.b32), the bits are
/// those of whatever the value is.
ptx::Type scalar_type(const Number& value, const std::string& name, const ptx::Variable* parameter) {
  const bool is_whole = std::holds_alternative<std::int64_t>(value);
  if (!parameter) return is_whole ? ptx::Type::s32 : ptx::Type::f32;
  if (is_real(parameter->type)) return parameter->type;
  const ptx::Type integer = parameter->is_array ? ptx::Type::none : integer_of(parameter->bytes());
  if (is_whole && integer != ptx::Type::none) return integer;
  if (!is_whole && integer != ptx::Type::none && parameter->type != integer) return parameter->type;
  if (integer == ptx::Type::b32) return ptx::Type::f32;
  if (integer == ptx::Type::b64) return ptx::Type::f64;
  throw InputError(
      fmt::format("argument '{}': give its type (--arg {}=TYPE:VALUE); the kernel's parameter {} has {} bytes", name,
                  name, parameter->name, parameter->bytes()));
}

/// Zeros in the place of a struct, whose bytes link_arguments() makes.
std::string placeholder(const ArgumentSpec& spec, const ptx::Variable* parameter) {
  if (!parameter)
    throw InputError(fmt::format("argument '{}': a struct needs a kernel, which determines its size", spec.name));
  if (!parameter->is_array)
    throw InputError(fmt::format("argument '{}' is a struct, but the kernel's parameter {} is a .{}", spec.name,
                                 parameter->name, ptx::name_of(parameter->type)));
  return std::string(parameter->bytes(), '\0');
}

}  // namespace

Argument argument_value(const ArgumentSpec& spec, const Parameters& parameters, const ptx::Variable* parameter) {
  if (std::holds_alternative<StructSpec>(spec.value)) return {spec.name, placeholder(spec, parameter)};
  if (const auto* scalar = std::get_if<ScalarSpec>(&spec.value)) {
    if (parameter && takes_pointer(*parameter) && pointer_text(scalar->value, parameters))
      return {spec.name, Scalar{ptx::Type::b64, 0}};
    const Number value = scalar->value.evaluate(parameters);
    const ptx::Type type = scalar->type != ptx::Type::none ? scalar->type : scalar_type(value, spec.name, parameter);
    return {spec.name, Scalar{type, encode(value, type, fmt::format("argument '{}'", spec.name))}};
  }
  const auto& buffer = std::get<BufferSpec>(spec.value);
  return {spec.name, Buffer{.element = buffer.element,
                            .count = element_count(buffer, spec.name, parameters),
                            .fill = evaluate(buffer.fill, parameters),
                            .output = buffer.output,
                            .host = buffer.host}};
}

}  // namespace forewarp::launch
