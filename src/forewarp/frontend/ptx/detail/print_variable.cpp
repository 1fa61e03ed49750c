// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "forewarp/frontend/ptx/detail/print_parts.hpp"

namespace forewarp::ptx::detail {
namespace {

std::int64_t sign_extended(std::uint64_t bits, unsigned bytes) {
  const unsigned unused = bytes >= 8 ? 0 : 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

void print_number(std::string& out, Type type, std::uint64_t bits) {
  const auto to = std::back_inserter(out);
  if (type == Type::f32) {
    fmt::format_to(to, "0f{:08X}", bits);
  } else if (type == Type::f64) {
    fmt::format_to(to, "0d{:016X}", bits);
  } else if (is_signed(type)) {
    fmt::format_to(to, "{}", sign_extended(bits, size_of(type)));
  } else {
    fmt::format_to(to, "{}", bits);
  }
}

void print_initialiser(std::string& out, Type type, const Initializer& initial) {
  if (initial.symbol.empty()) return print_number(out, type, initial.bits);
  const bool masked = initial.mask_shift != 0xff;
  if (masked) fmt::format_to(std::back_inserter(out), "0x{:X}(", std::uint64_t{0xff} << initial.mask_shift);
  out.append(initial.generic ? "generic(" : "").append(initial.symbol).append(initial.generic ? ")" : "");
  if (initial.offset != 0) fmt::format_to(std::back_inserter(out), "+{}", initial.offset);
  if (masked) out += ')';
}

void print_initialisers(std::string& out, const Variable& variable) {
  if (!variable.initial_text.empty()) {
    out += " = ";
    out += variable.initial_text;
  }
  if (variable.initial.empty()) return;
  const bool braces = variable.is_array || variable.elements > 1;
  out += braces ? " = {" : " = ";
  std::string_view between;
  for (const Initializer& initial : variable.initial) {
    out += between;
    print_initialiser(out, variable.type, initial);
    between = ", ";
  }
  if (braces) out += '}';
}

void print_pointee(std::string& out, const Variable& variable) {
  if (variable.pointee == StateSpace::none && variable.pointee_alignment == 0) return;
  out += " .ptr";
  if (variable.pointee != StateSpace::none) out.append(" .").append(name_of(variable.pointee));
  if (variable.pointee_alignment != 0) out.append(" .align ").append(std::to_string(variable.pointee_alignment));
}

}  // namespace

void print_variable(std::string& out, const Variable& variable) {
  const std::uint64_t vector = variable.is_array ? 1 : variable.elements;
  if (!variable.linkage.empty()) out.append(variable.linkage).append(" ");
  out.append(".").append(name_of(variable.space));
  if (variable.managed) out += " .attribute(.managed)";
  if (variable.alignment != size_of(variable.type) * vector)
    out.append(" .align ").append(std::to_string(variable.alignment));
  if (vector > 1) out.append(" .v").append(std::to_string(vector));
  out.append(" .").append(name_of(variable.type));
  print_pointee(out, variable);
  out.append(" ").append(variable.name);
  if (variable.is_array) out += variable.elements == 0 ? "[]" : fmt::format("[{}]", variable.elements);
  print_initialisers(out, variable);
}

void print_parameters(std::string& out, const std::vector<Variable>& parameters) {
  out += '(';
  std::string_view between;
  for (const Variable& parameter : parameters) {
    out += between;
    print_variable(out, parameter);
    between = ", ";
  }
  out += ')';
}

}  // namespace forewarp::ptx::detail
