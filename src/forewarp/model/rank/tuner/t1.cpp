// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "forewarp/model/rank/tuner/detail/readers.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::rank::detail {
namespace {

/// "Values": "[1, 2, 4]" as the schema has it, an expression of Python in a text; a list of JSON is read, too.
python::Value values_of(const JsonPlace& values) {
  if (!values.value().is_string()) return python_value(values);
  return python::Expression::parse(values.text(), {values.name(), 1, 1}).evaluate({});
}

bool has_type(const python::Value& value, const std::string& type) {
  if (type == "string") return value.text() != nullptr;
  if (type == "bool") return std::holds_alternative<bool>(value.is);
  if (type == "float") return value.is_number();
  const auto* whole = std::get_if<std::int64_t>(&value.is);
  return whole != nullptr && (type == "int" || *whole >= 0);
}

Dimension parameter(const JsonPlace& place) {
  constexpr std::array<std::string_view, 5> types = {"int", "uint", "float", "bool", "string"};
  const std::string name = place.member("Name").text();
  if (!is_identifier(name)) place.member("Name").fail(fmt::format("'{}' is no name of a macro", name));
  const std::string type = place.member("Type").text();
  if (std::ranges::find(types, type) == types.end())
    place.member("Type").fail(fmt::format("'{}' is none of int, uint, float, bool, string", type));
  const JsonPlace values = place.member("Values");
  const python::Value all = values_of(values);
  const auto fail = [&](const std::string& message) { values.fail(message); };
  Dimension dimension = dimension_of(name, all, fail);
  for (const python::Value& value : *all.list())
    if (!has_type(value, type)) values.fail(fmt::format("{} is not of the type {}", python::str(value), type));
  return dimension;
}

}  // namespace

TuningFile read_t1(const JsonPlace& root) {
  TuningFile file;
  const JsonPlace space = root.member("ConfigurationSpace");
  for (const JsonPlace& one : space.member("TuningParameters").elements())
    file.space.dimensions.push_back(parameter(one));
  if (file.space.dimensions.empty()) space.member("TuningParameters").fail("has no parameter");
  if (const auto conditions = space.find("Conditions"))
    for (const JsonPlace& one : conditions->elements()) {
      const JsonPlace text = one.member("Expression");
      add_restriction(file.space, python::Expression::parse_restriction(text.text(), {text.name(), 1, 1}),
                      [&](const std::string& message) { text.fail(message); });
    }
  if (const auto kernel = root.find("KernelSpecification")) {
    if (const auto name = kernel->find("KernelName")) file.kernel_name = name->text();
    if (const auto size = kernel->find("ProblemSize")) file.problem_size = python_value(*size);
  }
  return file;
}

}  // namespace forewarp::rank::detail
