// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/python/value.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "forewarp/support/text.hpp"

namespace forewarp::python {
namespace {

/// repr() of a float: the shortest text that reads back, with a point where it would read as an integer.
std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

template <typename Range, typename Item>
std::string joined(const Range& range, Item item) {
  std::string text;
  for (const auto& one : range) text += (text.empty() ? "" : ", ") + item(one);
  return text;
}

template <typename T>
std::optional<T> whole_text_as(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

// Not in the class, where an entry is incomplete.
bool Value::operator==(const Value& other) const = default;

bool truth_of(const Value& value) {
  if (const std::string* text = value.text()) return !text->empty();
  if (const List* list = value.list()) return !list->empty();
  if (const Dictionary* all = value.dictionary()) return !all->empty();
  return value.is_number() && real_of(value) != 0;
}

double real_of(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? 1 : 0;
  if (const std::int64_t* whole = std::get_if<std::int64_t>(&value.is)) return static_cast<double>(*whole);
  return std::get<double>(value.is);
}

std::string str(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? "True" : "False";
  if (const std::int64_t* whole = std::get_if<std::int64_t>(&value.is)) return std::to_string(*whole);
  if (const double* real = std::get_if<double>(&value.is)) return real_text(*real);
  if (const std::string* text = value.text()) return *text;
  if (const List* list = value.list()) return "[" + joined(*list, [](const Value& one) { return str(one); }) + "]";
  if (const Dictionary* all = value.dictionary())
    return "{" + joined(*all, [](const auto& one) { return one.first + ": " + str(one.second); }) + "}";
  return "None";
}

std::string kind_of(const Value& value) {
  constexpr std::array<const char*, 7> names = {"None",   "a truth", "a number",    "a number",
                                                "a text", "a list",  "a dictionary"};
  return names[value.is.index()];
}

Value value_of(const std::string& text) {
  if (text == "True") return {true};
  if (text == "False") return {false};
  if (const auto whole = whole_text_as<std::int64_t>(text)) return {*whole};
  // "inf" and "nan" read as numbers in C++, and as names in Python.
  const bool begins = !text.empty() && (is_digit(text[0]) || text[0] == '-' || text[0] == '.');
  if (const auto real = begins ? whole_text_as<double>(text) : std::nullopt; real && text != "-inf" && text != "-nan")
    return {*real};
  return {text};
}

}  // namespace forewarp::python
