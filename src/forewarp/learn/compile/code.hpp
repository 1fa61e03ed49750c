// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// C++ text under construction. Not installed: compile.hpp is the interface.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace forewarp::learn {

/// A literal that is the same number again, to the bit.
[[nodiscard]] std::string literal(double value);
[[nodiscard]] std::string literal(float value);
/// A string literal of any text.
[[nodiscard]] std::string string_literal(std::string_view text);

class Code {
 public:
  void text(std::string_view lines) { text_ += lines; }
  /// inline constexpr TYPE NAME[] = {...}; an empty one gets a single 0, which C++ asks for.
  /// Throws InputError when all arrays together have more numbers than compilers take.
  void array(std::string_view name, std::span<const double> values);
  void array(std::string_view name, std::span<const std::uint64_t> values);
  /// Of structures {first, second}.
  void pairs(std::string_view type, std::string_view name, std::span<const float> first,
             std::span<const std::uint32_t> second);
  void strings(std::string_view name, std::span<const std::string> values);
  void constant(std::string_view name, double value);
  void constant(std::string_view name, std::size_t value);
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  /// element(i): the text of the i-th of count elements, each of so many numbers.
  template <typename Element>
  void elements(std::string_view type, std::string_view name, std::size_t count, std::size_t numbers,
                const Element& element);
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace forewarp::learn
