// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <sstream>

#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/types.hpp"

namespace forewarp::loop {

namespace {

std::string line(std::string_view head, const std::string& rest) {
  return rest.empty() ? std::string{} : fmt::format("{:<12}{}\n", head, rest);
}

std::string parameters_of(const Program& program) {
  std::string text = fmt::format("{}", fmt::join(program.parameters(), ", "));
  for (const auto& [parameter, value] : program.fixed)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter, value);
  if (program.assumptions && !text.empty()) text += ", where " + program.assumptions->str();
  return text;
}

std::string loops_of(const Program& program) {
  std::string text;
  for (const std::string& loop : program.loops()) {
    text += (text.empty() ? "" : "  ") + loop;
    if (program.tags.contains(loop)) text += " " + detail::tag_text(program.tag_of(loop));
  }
  return text;
}

std::string variables_of(const Program& program, Space space) {
  std::string text;
  for (const auto& [key, variable] : program.variables) {
    if (variable.space != space) continue;
    std::vector<std::string> extents;
    for (const ExpressionPtr& extent : variable.shape) extents.push_back(to_text(extent));
    text += fmt::format("{}{}: {}", text.empty() ? "" : "  ", key, name_of(variable.type));
    if (!extents.empty()) text += fmt::format("[{}]", fmt::join(extents, ", "));
    // The order of the axes is shown only if it is not that of the declaration.
    bool turned = false;
    for (std::size_t i = 0; i < variable.order.size(); ++i) turned = turned || variable.order[i] != i;
    if (turned) text += fmt::format(" order {}", fmt::join(variable.order, ", "));
  }
  return text;
}

std::string statement_text(const Program& program, const Statement& s) {
  std::string text = "  " + s.id + ": ";
  for (std::size_t i = 0; i < s.conditions.size(); ++i)
    text += (i == 0 ? "if " : " and ") + to_text(s.conditions[i]) + (i + 1 == s.conditions.size() ? ": " : "");
  text += to_text(s.target) + (s.atomic ? " += " : " = ") + to_text(s.value);
  const auto loops = nest_order(program, {s.loops.begin(), s.loops.end()});
  if (!loops.empty()) text += fmt::format("  within {}", fmt::join(loops, ", "));
  return text + "\n";
}

std::string indented(const std::string& text) {
  std::istringstream in(text);
  std::string result;
  for (std::string each; std::getline(in, each);) result += "  " + each + "\n";
  return result;
}

}  // namespace

std::string show(const Program& program) {
  const Program whole = infer_types(realize_reductions(program));
  std::string text = fmt::format("kernel {}\n", whole.name);
  text += line("parameters", parameters_of(whole)) + line("loops", loops_of(whole));
  text += line("global", variables_of(whole, Space::global)) + line("local", variables_of(whole, Space::local));
  text += line("private", variables_of(whole, Space::private_)) + "statements\n";
  for (const Statement& s : whole.statements) text += statement_text(whole, s);
  return text + "order\n" + indented(to_text(schedule(whole)));
}

}  // namespace forewarp::loop
