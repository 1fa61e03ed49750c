// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "forewarp/frontend/ptx/detail/print_parts.hpp"

namespace forewarp::ptx::detail {
namespace {

void print_offset(std::string& out, std::int64_t offset) {
  if (offset != 0) fmt::format_to(std::back_inserter(out), "+{}", offset);
}

void print_immediate(std::string& out, const Operand& operand) {
  const auto to = std::back_inserter(out);
  if (operand.type == Type::f32) {
    fmt::format_to(to, "0f{:08X}", operand.bits);
  } else if (operand.type == Type::f64) {
    fmt::format_to(to, "0d{:016X}", operand.bits);
  } else if (operand.type == Type::u64) {
    fmt::format_to(to, "{}U", operand.bits);
  } else {
    fmt::format_to(to, "{}", static_cast<std::int64_t>(operand.bits));
  }
}

void print_register(std::string& out, const Function& function, const Operand& operand) {
  static constexpr std::string_view selectors[] = {"", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
  if (operand.negated) out += operand.type == Type::pred ? '!' : '-';
  out += function.registers[operand.index].name;
  out += selectors[operand.component];
}

void print_special(std::string& out, const Operand& operand) {
  out += name_of(operand.special);
  if (operand.special == Special::envreg) out += std::to_string(operand.component);
  if (has_components(operand.special)) {
    out += '.';
    out += "xyzw"[operand.component];
  }
}

void print_elements(std::string& out, const Function& function, const Operand& vector, std::string_view separator) {
  std::string_view between;
  for (const Operand& element : function.elements_of(vector)) {
    out += between;
    print_operand(out, function, element);
    between = separator;
  }
}

void print_vector(std::string& out, const Function& function, const Operand& operand) {
  const Brackets brackets = operand.brackets();
  if (brackets == Brackets::bar) return print_elements(out, function, operand, "|");
  out += brackets == Brackets::braces ? '{' : '(';
  print_elements(out, function, operand, ", ");
  out += brackets == Brackets::braces ? '}' : ')';
}

/// The text inside the brackets of a plain address.
void print_place(std::string& out, const Function& function, const Operand& operand) {
  if (operand.index < 0 && operand.name.empty()) {
    out += std::to_string(operand.offset);
    return;
  }
  out += operand.index >= 0 ? function.registers[operand.index].name : operand.name;
  print_offset(out, operand.offset);
}

void print_address(std::string& out, const Function& function, const Operand& operand) {
  out += '[';
  if (operand.count == 0) {
    print_place(out, function, operand);
  } else {
    const auto elements = function.elements_of(operand);
    print_place(out, function, elements.front());
    for (const Operand& element : elements.subspan(1)) {
      out += ", ";
      print_operand(out, function, element);
    }
  }
  out += ']';
}

}  // namespace

void print_operand(std::string& out, const Function& function, const Operand& operand) {
  switch (operand.kind) {
    case OperandKind::reg:
      return print_register(out, function, operand);
    case OperandKind::immediate:
      return print_immediate(out, operand);
    case OperandKind::special:
      return print_special(out, operand);
    case OperandKind::symbol:
      out += operand.name;
      return print_offset(out, operand.offset);
    case OperandKind::label:
      out += function.labels[operand.index].name;
      return;
    case OperandKind::address:
      return print_address(out, function, operand);
    case OperandKind::vector:
      return print_vector(out, function, operand);
    case OperandKind::sink:
      out += '_';
      return;
  }
}

void print_instruction(std::string& out, const Function& function, const Instruction& instruction) {
  if (instruction.guard >= 0) {
    out += instruction.guard_negated ? "@!" : "@";
    out += function.registers[instruction.guard].name;
    out += ' ';
  }
  out += instruction.mnemonic;
  std::string_view between = " ";
  for (const Operand& operand : function.operands_of(instruction)) {
    out += between;
    print_operand(out, function, operand);
    between = ", ";
  }
  out += ';';
}

}  // namespace forewarp::ptx::detail
