// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/printer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "forewarp/frontend/ptx/detail/print_parts.hpp"

namespace forewarp::ptx {
namespace detail {

void print_directive(std::string& out, const Directive& directive) {
  out.append(".").append(directive.name);
  if (!directive.text.empty() || (directive.name == "pragma" && directive.values.empty()))
    out.append(" \"").append(directive.text).append("\"");
  std::string_view between = " ";
  for (const std::uint32_t value : directive.values) {
    fmt::format_to(std::back_inserter(out), "{}{}", between, value);
    between = ", ";
  }
}

}  // namespace detail

namespace {

void print_function(std::string& out, const Function& function, detail::Insertion* insertion) {
  if (!function.linkage.empty()) out.append(function.linkage).append(" ");
  out += function.is_entry ? ".entry" : ".func";
  if (!function.attribute.empty()) out.append(" .attribute(").append(function.attribute).append(")");
  if (!function.returns.empty()) {
    out += ' ';
    detail::print_parameters(out, function.returns);
  }
  out.append(" ").append(function.name);
  detail::print_parameters(out, function.parameters);
  for (const Directive& directive : function.directives) {
    out += '\n';
    detail::print_directive(out, directive);
    if (directive.name == "pragma") out += ';';
  }
  if (function.noreturn) out += "\n.noreturn";
  if (function.is_declaration) {
    out += ";\n";
    return;
  }
  out += "\n{\n";
  detail::print_body(out, function, insertion);
  out += "}\n";
}

void print_item(std::string& out, const Module& module, const ModuleItem& item, detail::Insertion* insertion) {
  switch (item.kind) {
    case ModuleItem::Kind::variable:
      detail::print_variable(out, module.variables[item.index]);
      out += ";\n";
      return;
    case ModuleItem::Kind::function:
      return print_function(out, module.functions[item.index], insertion);
    case ModuleItem::Kind::alias: {
      const Alias& alias = module.aliases[item.index];
      out.append(".alias ").append(alias.name).append(", ").append(alias.target).append(";\n");
      return;
    }
    case ModuleItem::Kind::directive:
      detail::print_directive(out, module.directives[item.index]);
      out += ";\n";
      return;
    case ModuleItem::Kind::section:
      out.append(module.sections[item.index]).append("\n");
      return;
  }
}

void print_files(std::string& out, const Module& module) {
  for (std::size_t i = 0; i < module.files.size(); ++i)
    if (!module.files[i].empty() || i + 1 == module.files.size())
      out.append(".file ").append(std::to_string(i)).append(" \"").append(module.files[i]).append("\"\n");
}

}  // namespace

std::string detail::print_module(const Module& module, Insertion* insertion) {
  std::string out;
  if (module.text) out.reserve(module.text->size());
  fmt::format_to(std::back_inserter(out), ".version {}.{}\n", module.version_major, module.version_minor);
  if (!module.target.empty()) out.append(".target ").append(module.target).append("\n");
  out.append(".address_size ").append(std::to_string(module.address_size)).append("\n");
  print_files(out, module);
  if (insertion != nullptr) insertion->module_head(out);
  for (const ModuleItem& item : module.items) print_item(out, module, item, insertion);
  return out;
}

std::string print(const Module& module) { return detail::print_module(module, nullptr); }

std::string print(const Function& function, const Instruction& instruction) {
  std::string out;
  detail::print_instruction(out, function, instruction);
  return out;
}

}  // namespace forewarp::ptx
