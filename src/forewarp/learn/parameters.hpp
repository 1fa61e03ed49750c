// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The settings of a learner by name, as the command line, a grid search and a model file give them.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::learn {

/// One setting a learner has.
struct ParameterSpec {
  std::string_view name, fallback;  ///< fallback: the value where none is given
  std::string_view what;            ///< a sentence for --help: meaning, unit, choices
};

class Parameters {
 public:
  Parameters() = default;
  /// The given values over the fallbacks. Throws InputError naming the nearest setting where one is unknown.
  Parameters(std::string_view learner, std::span<const ParameterSpec> specs,
             const std::map<std::string, std::string>& given);

  /// Throw InputError naming the setting, its value and what was expected.
  [[nodiscard]] double number(std::string_view name, double low, double high) const;
  [[nodiscard]] long integer(std::string_view name, long low, long high) const;
  [[nodiscard]] bool flag(std::string_view name) const;  ///< yes, no, true, false, 1, 0
  /// The index of the value among choices.
  [[nodiscard]] std::size_t choice(std::string_view name, std::span<const std::string_view> choices) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

 private:
  std::string learner_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// "trees=512,criterion=mae" -> the pairs. Throws InputError for text without '=' or a name that comes twice.
[[nodiscard]] std::map<std::string, std::string> parse_settings(std::string_view text);

}  // namespace forewarp::learn
