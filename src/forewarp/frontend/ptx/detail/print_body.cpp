// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "forewarp/frontend/ptx/detail/print_parts.hpp"

namespace forewarp::ptx::detail {
namespace {

/// The first registers of a function are its parameters in .reg space, declared in its head.
std::size_t register_parameters(const Function& function) {
  const auto in_reg = [](const Variable& v) { return v.space == StateSpace::reg; };
  return static_cast<std::size_t>(std::count_if(function.returns.begin(), function.returns.end(), in_reg) +
                                  std::count_if(function.parameters.begin(), function.parameters.end(), in_reg));
}

void print_registers(std::string& out, const Function& function) {
  constexpr unsigned names_a_line = 8;
  unsigned on_line = 0;
  Type type = Type::none;
  for (std::size_t i = register_parameters(function); i < function.registers.size(); ++i) {
    const Register& one = function.registers[i];
    if (on_line > 0 && (one.type != type || on_line == names_a_line)) {
      out += ";\n";
      on_line = 0;
    }
    if (on_line == 0)
      fmt::format_to(std::back_inserter(out), "\t.reg .{} {}", name_of(one.type), one.name);
    else
      out.append(", ").append(one.name);
    type = one.type;
    ++on_line;
  }
  if (on_line > 0) out += ";\n";
}

void print_list(std::string& out, std::size_t count, auto&& name) {
  for (std::size_t i = 0; i < count; ++i) out.append(i == 0 ? " " : ", ").append(name(i));
}

void print_table(std::string& out, const Function& function, const LabelTable& table) {
  out.append("\t").append(table.name);
  if (!table.labels.empty()) {
    out += ": .branchtargets";
    print_list(out, table.labels.size(), [&](std::size_t i) { return function.labels[table.labels[i]].name; });
  } else {
    out += ": .calltargets";
    print_list(out, table.functions.size(), [&](std::size_t i) { return table.functions[i]; });
  }
  out += ";\n";
}

void print_prototype(std::string& out, const Prototype& prototype) {
  out.append("\t").append(prototype.name).append(": .callprototype ");
  print_parameters(out, prototype.returns);
  out += " _ ";
  print_parameters(out, prototype.parameters);
  out += prototype.noreturn ? " .noreturn;\n" : ";\n";
}

void print_loc(std::string& out, const Loc& loc) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "\t.loc {} {} {}", loc.file, loc.line, loc.column);
  if (!loc.function_name.empty()) fmt::format_to(to, ", function_name {}", loc.function_name);
  const bool of_section = loc.function_name.starts_with('.');
  if (loc.function_name_offset != 0 || of_section) fmt::format_to(to, "+{}", loc.function_name_offset);
  const Loc::Place& at = loc.inlined_at;
  if (at.file != 0 || at.line != 0 || at.column != 0)
    fmt::format_to(to, ", inlined_at {} {} {}", at.file, at.line, at.column);
  out += '\n';
}

/// Writes everything before the instructions of a body, each kind in its order.
class Prelude {
 public:
  Prelude(std::string& out, const Function& function) : out_(out), function_(function) {}

  void before(std::size_t instruction) {
    for (; label_ < function_.labels.size() && function_.labels[label_].target <= instruction; ++label_)
      out_.append(function_.labels[label_].name).append(":\n");
    for (; pragma_ < function_.pragmas.size() && function_.pragmas[pragma_].before <= instruction; ++pragma_)
      out_.append("\t.pragma \"").append(function_.pragmas[pragma_].text).append("\";\n");
  }
  /// Every .loc before this one, too: an inlined_at may refer to one that has no instruction of its own.
  void locs_through(std::int64_t last) {
    for (; loc_ <= last; ++loc_) print_loc(out_, function_.locs[loc_]);
  }

 private:
  std::string& out_;
  const Function& function_;
  std::size_t label_ = 0, pragma_ = 0;
  std::int64_t loc_ = 0;
};

void print_statements(std::string& out, const Function& function, Insertion* insertion) {
  Prelude prelude(out, function);
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    prelude.before(i);
    prelude.locs_through(function.body[i].loc);
    if (insertion != nullptr) insertion->before(out, function, i);
    out += '\t';
    print_instruction(out, function, function.body[i]);
    out += '\n';
  }
  prelude.before(function.body.size());
  prelude.locs_through(static_cast<std::int64_t>(function.locs.size()) - 1);
}

}  // namespace

void print_body(std::string& out, const Function& function, Insertion* insertion) {
  print_registers(out, function);
  for (const Variable& variable : function.variables) {
    out += '\t';
    print_variable(out, variable);
    out += ";\n";
  }
  for (const LabelTable& table : function.tables) print_table(out, function, table);
  for (const Prototype& prototype : function.prototypes) print_prototype(out, prototype);
  if (insertion != nullptr) insertion->body_head(out, function);
  print_statements(out, function, insertion);
}

}  // namespace forewarp::ptx::detail
