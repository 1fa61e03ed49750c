// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Values of Python that files of tuners have in them: truths, numbers, texts, lists and dictionaries.
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace forewarp::python {

struct Value;
struct Entry;
using List = std::vector<Value>;        ///< of a tuple, too
using Dictionary = std::vector<Entry>;  ///< in the order of its text; keys are texts

struct Value {
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Dictionary> is;  ///< monostate: None
  bool operator==(const Value& other) const;

  [[nodiscard]] bool is_number() const { return is.index() >= 1 && is.index() <= 3; }
  [[nodiscard]] const List* list() const { return std::get_if<List>(&is); }
  [[nodiscard]] const Dictionary* dictionary() const { return std::get_if<Dictionary>(&is); }
  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&is); }
};

/// Of a dictionary. No std::pair: clang would need to know Value before it is complete.
struct Entry {
  std::string first;  ///< key
  Value second;
  bool operator==(const Entry& other) const = default;
};

/// bool(value): whether it is neither None, 0, nor empty.
[[nodiscard]] bool truth_of(const Value& value);
/// The number, 1 for True. value.is_number() holds.
[[nodiscard]] double real_of(const Value& value);
/// str(value) of a truth, a number or a text: "16", "0.5", "True", "row". A list has its elements between brackets.
[[nodiscard]] std::string str(const Value& value);
/// "a number", "a text", "a list": for messages.
[[nodiscard]] std::string kind_of(const Value& value);
/// What str() wrote: "16" is an integer, "1.5" and "1e3" are real, "True" and "False" are truths, anything else is a
/// text.
[[nodiscard]] Value value_of(const std::string& text);

}  // namespace forewarp::python
