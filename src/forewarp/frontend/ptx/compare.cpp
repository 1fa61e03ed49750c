// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/compare.hpp"

#include <fmt/format.h>

namespace forewarp::ptx {
namespace {

using Difference = std::optional<std::string>;

bool same(std::string_view a, std::string_view b) { return a == b; }
bool same(std::int32_t a, std::int32_t b) { return a == b; }

bool same(const Initializer& a, const Initializer& b) {
  return a.bits == b.bits && a.symbol == b.symbol && a.offset == b.offset && a.generic == b.generic &&
         a.mask_shift == b.mask_shift;
}

bool same(const Variable& a, const Variable& b);

bool same(const auto& a, const auto& b) requires requires { a.size(); }
{
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}

bool same(const Variable& a, const Variable& b) {
  return a.name == b.name && a.space == b.space && a.type == b.type && a.alignment == b.alignment &&
         a.elements == b.elements && a.is_array == b.is_array && a.managed == b.managed && a.linkage == b.linkage &&
         a.pointee == b.pointee && a.pointee_alignment == b.pointee_alignment && same(a.initial, b.initial) &&
         a.initial_text == b.initial_text;
}

bool same(const Register& a, const Register& b) { return a.name == b.name && a.type == b.type; }
bool same(const Label& a, const Label& b) { return a.name == b.name && a.target == b.target; }
bool same(const Alias& a, const Alias& b) { return a.name == b.name && a.target == b.target; }
bool same(const BodyPragma& a, const BodyPragma& b) { return a.before == b.before && a.text == b.text; }
bool same(const ModuleItem& a, const ModuleItem& b) { return a.kind == b.kind && a.index == b.index; }
bool same(const Directive& a, const Directive& b) {
  return a.name == b.name && a.values == b.values && a.text == b.text;
}
bool same(const LabelTable& a, const LabelTable& b) {
  return a.name == b.name && a.labels == b.labels && same(a.functions, b.functions);
}
bool same(const Prototype& a, const Prototype& b) {
  return a.name == b.name && same(a.returns, b.returns) && same(a.parameters, b.parameters) && a.noreturn == b.noreturn;
}
bool same(const Loc::Place& a, const Loc::Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}
bool same(const Loc& a, const Loc& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column && same(a.inlined_at, b.inlined_at) &&
         a.function_name == b.function_name && a.function_name_offset == b.function_name_offset;
}
bool same(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.type == b.type && a.negated == b.negated && a.special == b.special &&
         a.component == b.component && a.index == b.index && a.first == b.first && a.count == b.count &&
         a.bits == b.bits && a.offset == b.offset && a.name == b.name;
}
bool same(const Instruction& a, const Instruction& b) {
  return a.opcode == b.opcode && a.space == b.space && a.vector == b.vector && a.type_count == b.type_count &&
         a.types == b.types && a.guard == b.guard && a.guard_negated == b.guard_negated &&
         a.first_operand == b.first_operand && a.operand_count == b.operand_count && a.loc == b.loc &&
         a.mnemonic == b.mnemonic;
}

/// Where two lists first differ.
Difference differing(std::string_view what, const auto& a, const auto& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (!same(a[i], b[i])) return fmt::format("{} {}", what, i);
  if (a.size() != b.size()) return fmt::format("number of {}s: {} and {}", what, a.size(), b.size());
  return std::nullopt;
}

Difference differing_lists(const auto&, const auto&) { return std::nullopt; }

/// Where the lists of two objects first differ: what an element is called and the member, for one list after the other.
Difference differing_lists(const auto& a, const auto& b, std::string_view what, auto member, auto... more) {
  if (auto d = differing(what, a.*member, b.*member)) return d;
  return differing_lists(a, b, more...);
}

Difference differing(const Function& a, const Function& b) {
  if (a.name != b.name || a.is_entry != b.is_entry || a.is_declaration != b.is_declaration ||
      a.noreturn != b.noreturn || a.linkage != b.linkage || a.attribute != b.attribute)
    return "head";
  return differing_lists(a, b, "return value", &Function::returns, "parameter", &Function::parameters, "variable",
                         &Function::variables, "register", &Function::registers, "instruction", &Function::body,
                         "operand", &Function::operands, "label", &Function::labels, "table", &Function::tables,
                         "prototype", &Function::prototypes, ".loc", &Function::locs, "directive",
                         &Function::directives, ".pragma", &Function::pragmas);
}

}  // namespace

Difference first_difference(const Module& a, const Module& b) {
  if (a.version_major != b.version_major || a.version_minor != b.version_minor) return "version";
  if (a.target != b.target) return "target";
  if (a.address_size != b.address_size) return "address size";
  if (auto d =
          differing_lists(a, b, "file", &Module::files, "variable", &Module::variables, "section", &Module::sections,
                          "alias", &Module::aliases, "directive", &Module::directives, "item", &Module::items))
    return d;
  for (std::size_t i = 0; i < a.functions.size() && i < b.functions.size(); ++i)
    if (auto d = differing(a.functions[i], b.functions[i]))
      return fmt::format("function {}, {}", a.functions[i].name, *d);
  if (a.functions.size() != b.functions.size()) return "number of functions";
  return std::nullopt;
}

}  // namespace forewarp::ptx
