// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/argument_text.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::launch {
namespace {

std::pair<std::string, std::string_view> name_and_rest(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || trimmed(text.substr(0, equals)).empty())
    throw InputError(fmt::format("'{}': name=value was expected", text));
  return {std::string(trimmed(text.substr(0, equals))), trimmed(text.substr(equals + 1))};
}

std::vector<Expression*> slots(FillSpec& fill) {
  switch (fill.kind) {
    case FillKind::zero:
    case FillKind::file:
      return {};
    case FillKind::constant:
      return {&fill.low};
    case FillKind::iota:
      return {&fill.low, &fill.high};
    case FillKind::uniform:
    case FillKind::normal:
      return {&fill.low, &fill.high, &fill.seed};
    case FillKind::permutation:
      return {&fill.seed};
    case FillKind::dominant:
      return {&fill.columns, &fill.seed};
    case FillKind::csr_offsets:
    case FillKind::csr_columns:
      return {&fill.rows, &fill.columns, &fill.nonzeros, &fill.seed};
  }
  return {};
}

void read_values(FillSpec& fill, std::string_view text, const SourceLocation& where) {
  const std::vector<Expression*> expected = slots(fill);
  std::size_t next = 0;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    if (const auto lengths = row_lengths_from(part); lengths && expected.size() == 4)
      fill.row_lengths = *lengths;
    else if (next < expected.size())
      *expected[next++] = Expression::parse(part, where);
    else
      throw ParseError(where, fmt::format("fill '{}' takes at most {} values", name_of(fill.kind), expected.size()));
  }
}

BufferSpec parse_buffer(std::string_view text, const std::vector<std::string_view>& parts) {
  if (parts.size() < 3)
    throw InputError(fmt::format("'{}': buffer:type:count[:fill][:output][:host] was expected", text));
  const auto element = vector_element_from(parts[1]);
  if (!element)
    throw InputError(
        fmt::format("'{}': there is no element type '{}' (there are {}; vectors of these as f32x4 or float4)", text,
                    parts[1], element_names()));
  BufferSpec buffer{
      .element = element->type, .count = Expression::parse(parts[2]), .fill = {}, .lanes = element->lanes};
  for (std::size_t i = 3; i < parts.size(); ++i) {
    if (parts[i] == "output")
      buffer.output = true;
    else if (parts[i] == "host")
      buffer.host = true;
    else
      buffer.fill = parse_fill(parts[i]);
  }
  return buffer;
}

ArgumentSpec parse_value(const std::string& name, std::string_view rest, std::string_view whole, unsigned depth);

/// "{1, 2.5, .x=buffer:f32:n, {3, 4}}"
StructSpec parse_struct(std::string_view text, std::string_view whole, unsigned depth) {
  constexpr unsigned max_depth = 16;
  if (text.back() != '}') throw InputError(fmt::format("'{}': expected a closing brace at the end", whole));
  if (depth > max_depth) throw InputError("a struct is nested too deeply");
  StructSpec made;
  for (const std::string_view part : split_outside_brackets(text.substr(1, text.size() - 2), ',')) {
    if (part.empty()) throw InputError(fmt::format("'{}': a member of the struct is empty", whole));
    const bool named = part[0] == '.';
    const auto [name, value] = named ? name_and_rest(part.substr(1)) : std::pair(std::string(), part);
    made.members.push_back(parse_value(name, value, whole, depth + 1));
  }
  return made;
}

ArgumentSpec parse_value(const std::string& name, std::string_view rest, std::string_view whole, unsigned depth) {
  if (rest.starts_with('{')) return {.name = name, .value = parse_struct(rest, whole, depth)};
  const std::vector<std::string_view> parts = split_outside_brackets(rest, ':');
  if (parts[0] == "buffer") return {.name = name, .value = parse_buffer(whole, parts)};
  if (const std::size_t end = rest.find_first_of("[*"); end != std::string_view::npos)
    if (const std::string_view type = trimmed(rest.substr(0, end)); vector_element_from(type))
      throw InputError(fmt::format("'{}': a buffer is written buffer:{}:COUNT", whole, type));
  ScalarSpec scalar;
  std::string_view value = rest;
  if (const auto type = element_from(parts[0]); parts.size() == 2 && type) {
    scalar.type = *type;
    value = parts[1];
  }
  scalar.value = Expression::parse(value);
  return {.name = name, .value = scalar};
}

}  // namespace

FillSpec parse_fill(std::string_view text, const std::filesystem::path& folder, const SourceLocation& where) {
  const std::size_t open = text.find('(');
  const std::string_view name = trimmed(text.substr(0, open));
  const auto kind = fill_kind_from(name);
  if (!kind) throw ParseError(where, fmt::format("there is no fill '{}' (there are: {})", name, fill_names()));
  FillSpec fill;
  fill.kind = *kind;
  std::string_view values;
  if (open != std::string_view::npos) {
    if (text.back() != ')') throw ParseError(where, fmt::format("fill '{}': expected ')' at the end", text));
    values = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  if (fill.kind == FillKind::file)
    fill.path = (folder / values).string();
  else if (!values.empty())
    read_values(fill, values, where);
  return fill;
}

ArgumentSpec parse_argument(std::string_view text) {
  const auto [name, rest] = name_and_rest(text);
  return parse_value(name, rest, text, 0);
}

void parse_setting(std::string_view text, Parameters& set) {
  const auto [name, rest] = name_and_rest(text);
  set[name] = Expression::parse(rest).integer(set);
}

}  // namespace forewarp::launch
