// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/generate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/generate/detail/atomic.hpp"
#include "forewarp/symbolic/loop/generate/detail/body.hpp"
#include "forewarp/symbolic/loop/generate/detail/dialect.hpp"
#include "forewarp/symbolic/loop/parse.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/transform/parameters.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/types.hpp"

namespace forewarp::loop {

namespace {

using namespace detail;

bool has_parallel_loops(const Program& program) {
  return std::ranges::any_of(program.tags, [](const auto& tag) {
    return tag.second.kind == LoopTag::Kind::group || tag.second.kind == LoopTag::Kind::local;
  });
}

/// As the text stated it, with the layouts and fixed parameters that it has now. Plain C++ is the
/// reference that results of a transformed kernel are compared with, so it must come from before
/// the transformations, while arrays must lie in memory as the kernel expects them.
Program as_stated(const Program& program) {
  if (program.source.empty())
    throw InputError(
        fmt::format("{}: a program with loops on groups or work-items that was not read from text has no sequential "
                    "form: generate it before it is transformed",
                    program.name));
  Program stated = parse_file(program.source, program.name).program;
  for (auto& [name, variable] : stated.variables) {
    const auto now = program.variables.find(name);
    if (now == program.variables.end()) continue;
    variable.order = now->second.order;
    variable.shape = now->second.shape;
  }
  for (const Argument& argument : arguments_of(program))
    if (argument.kind == Argument::Kind::array && !stated.variables.contains(argument.name))
      throw InputError(
          fmt::format("{}: '{}' is not in the program as stated: it no longer computes the same, and has "
                      "no sequential form",
                      program.name, argument.name));
  if (!program.fixed.empty()) stated = fix_parameters(stated, program.fixed);
  return stated;
}

/// Local and private arrays must have a constant size in every target; several axes are written as
/// one product.
std::string extents(const Program& program, const Variable& variable) {
  std::string text;
  for (const ExpressionPtr& extent : variable.shape) {
    const auto size = constant_value(program, extent);
    if (!size || *size <= 0)
      throw InputError(fmt::format("{}: '{}' is not in global memory and needs a constant size, not {}", program.name,
                                   variable.name, to_text(extent)));
    text += fmt::format("{}{}", text.empty() ? "" : "*", *size);
  }
  return text.empty() ? "" : "[" + text + "]";
}

std::vector<std::string> declarations(const Program& program, Target target, const CExpressions& c) {
  std::vector<std::string> lines;
  for (const auto& [name, variable] : program.variables) {
    if (variable.space == Space::global) continue;
    const char* space = variable.space == Space::private_ || target == Target::cpp ? ""
                        : target == Target::opencl                                 ? "__local "
                                                                                   : "__shared__ ";
    lines.push_back(
        fmt::format("{}{} {}{};", space, type_word(target, variable.type), c.c_name(name), extents(program, variable)));
  }
  return lines;
}

}  // namespace

std::optional<Target> target_named(std::string_view name) {
  if (name == "opencl") return Target::opencl;
  if (name == "cuda") return Target::cuda;
  if (name == "cpp") return Target::cpp;
  return std::nullopt;
}

/// What every target needs: no reductions, a type for each expression, and proof that work-items do
/// not race. The checks are repeated here since a program may come from an interface that does not
/// check.
Program prepared(const Program& program, Target target) {
  const Program chosen = target == Target::cpp && has_parallel_loops(program) ? as_stated(program) : program;
  Program ready = infer_types(realize_reductions(chosen));
  check_races(ready, {});
  return ready;
}

std::string generate(const Program& program, Target target) {
  const Program ready = prepared(program, target);
  const Placement placement(ready);
  CExpressions c(ready, target, placement.values());
  Body body(ready, target, placement, c);
  // The body first: only then it is known which helpers it calls.
  const std::vector<std::string> lines = body.lines(schedule(ready));
  std::vector<std::string> arguments;
  for (const Argument& argument : arguments_of(ready))
    arguments.push_back(argument_text(target, argument, c.c_name(argument.name)));
  std::string out = preamble(ready, target) + atomic_helpers(ready, target);
  if (c.uses_floor_div) out += helper(target, false);
  if (c.uses_modulo) out += helper(target, true);
  if (c.uses_floor_div || c.uses_modulo) out += "\n";
  out += signature(ready, target, c.c_name(ready.name), arguments) + "\n{\n";
  for (const std::string& line : declarations(ready, target, c)) out += "  " + line + "\n";
  if (!out.ends_with("{\n")) out += "\n";
  for (const std::string& line : lines) out += (line.starts_with('#') ? "" : "  ") + line + "\n";
  return out + "}\n";
}

}  // namespace forewarp::loop
